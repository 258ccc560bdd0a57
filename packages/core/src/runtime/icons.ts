import type { Icon } from '../application/content.js';
import { ICONS } from '../application/member-types.js';
import type { Logger } from '../contract/logger.js';

/**
 * Adds the icons that a hook, where there is one, gives to items that have none of their own. A hook that throws, or gives something else,
 * counts as absent, and an empty list adds nothing.
 */
export function withIcons<T extends { readonly icons: readonly Icon[] | undefined }>(
  items: readonly T[],
  iconsOf: ((item: T) => readonly Icon[] | undefined) | undefined,
  logger: Logger,
): readonly T[] {
  if (iconsOf === undefined) return items;
  return items.map((item) => {
    if (item.icons !== undefined) return item;
    try {
      const icons = iconsOf(item);
      if (icons === undefined) return item;
      const misfit = ICONS(icons, 'icons');
      if (misfit !== undefined) throw new TypeError(`${misfit.path} ${misfit.problem}`);
      return icons.length === 0 ? item : { ...item, icons };
    } catch (err) {
      logger.warn({ err }, 'A hook for icons failed');
      return item;
    }
  });
}
