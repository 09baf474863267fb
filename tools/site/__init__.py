"""The documentation as a site: pages we wrote, pages made from the code."""
