"""Balance: what to change in a scene, two things side by side, a grid of scenes."""
