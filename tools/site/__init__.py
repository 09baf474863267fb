"""The documentation as a site: pages of the repository, pages made from the code, one build."""
