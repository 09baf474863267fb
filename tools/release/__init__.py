"""Making a release: wheels, sdist, single files and their papers, in `dist/`; nothing is published."""
