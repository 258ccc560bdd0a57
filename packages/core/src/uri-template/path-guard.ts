/** What the guard found in a decoded value. */
export type PathFault = 'nul' | 'dot-segment';

/**
 * Looks for what turns a value into another file than it seems to name: a NUL character, which ends a path in C, and the
 * path segments `.` and `..`, between slashes of either kind.
 *
 * It is a net, not an authorization: an absolute path (`/etc/passwd`) or a link on the disk still gets through. Who opens
 * files by these values must resolve the path and see that it lies in the directory that was meant.
 *
 * @param value a decoded value
 */
export function findPathFault(value: string): PathFault | undefined {
  if (value.includes('\0')) return 'nul';
  return value.split(/[/\\]/).some((segment) => segment === '.' || segment === '..') ? 'dot-segment' : undefined;
}
