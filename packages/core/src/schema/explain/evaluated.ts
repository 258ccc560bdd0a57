/**
 * Which members and items of one value have been looked at by the schemas that apply to it, so that `unevaluatedProperties`
 * and `unevaluatedItems` know the rest.
 */
export class Evaluated {
  /** Every member has been looked at. */
  allMembers: boolean = false;
  readonly members: Set<string> = new Set();
  /** The items before this index have been looked at; `Infinity` for all. */
  itemsBefore: number = 0;
  readonly items: Set<number> = new Set();

  /** Takes over what another schema, that the same value fits, has looked at. */
  add(other: Evaluated): void {
    this.allMembers ||= other.allMembers;
    for (const name of other.members) this.members.add(name);
    this.itemsBefore = Math.max(this.itemsBefore, other.itemsBefore);
    for (const index of other.items) this.items.add(index);
  }

  hasMember(name: string): boolean {
    return this.allMembers || this.members.has(name);
  }

  hasItem(index: number): boolean {
    return index < this.itemsBefore || this.items.has(index);
  }
}
