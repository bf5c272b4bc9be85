/** Groups of files that import each other, directly or indirectly; each group sorted. */
export function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  // Tarjan's strongly connected components: a group is complete when its first file is left.
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    stack.push(file);
    let low = own;
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === own) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) circles.push(group.toSorted());
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}
