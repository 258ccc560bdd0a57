/**
 * Freezes a value from a message with all that is in it, so that whoever is shown it can't change what others are told. It may
 * be of any depth.
 */
export function frozen<T>(root: T): T {
  if (Object.isFrozen(root)) return root;
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    Object.freeze(value);
    for (const member of Object.values(value)) left.push(member);
  }
  return root;
}
