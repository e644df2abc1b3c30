"""Elements of an XML tree by their names without the namespace, which contains the version."""

from xml.etree.ElementTree import Element  # nosec B405  # types alone; defusedxml reads


def name_of(node: Element) -> str:
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def node_at(node: Element | None, *path: str) -> Element | None:
    """Return the first element along a path of names; * matches any."""
    for name in path:
        node = None if node is None else next((child for child in node if name in {name_of(child), "*"}), None)
    return node


def text_at(node: Element | None, *path: str) -> str:
    element = node_at(node, *path)
    return "" if element is None else (element.text or "").strip()


def every_at(node: Element | None, *path: str) -> list[Element]:
    nodes = [] if node is None else [node]
    for name in path:
        nodes = [child for parent in nodes for child in parent if name_of(child) == name]
    return nodes
