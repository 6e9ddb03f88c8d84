/**
 * Keeps React working in a page whose texts the browser's translation has put into elements of its own: a node is then removed together with
 * such an element, and inserted before it. React would throw, because the node is no longer where it put it (facebook/react#11538).
 */
export function tolerateTranslation(): void {
  // Both are called with a node of their own.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Removed extends Node>(this: Node, node: Removed): Removed {
    const child = childWith(this, node);
    if (child) removeChild.call(this, child);
    return node;
  };
  Node.prototype.insertBefore = function <Inserted extends Node>(
    this: Node,
    node: Inserted,
    next: Node | null,
  ): Inserted {
    return insertBefore.call(this, node, next && childWith(this, next)) as Inserted;
  };
}

/** The child of a node that contains another node, or is that node; null if none does. */
function childWith(parent: Node, node: Node): Node | null {
  let at: Node | null = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at;
}
