/** What is listed: tools, prompts, resources or resource templates, as descriptors or as they are shown. */
export interface Keyed {
  readonly name: string;
  readonly uri?: string | undefined;
  readonly uriTemplate?: string | undefined;
}

/** The member that a thing is found by. */
export function keyMember(item: Keyed): 'name' | 'uri' | 'uriTemplate' {
  if (item.uriTemplate !== undefined) return 'uriTemplate';
  return item.uri === undefined ? 'name' : 'uri';
}

/** What a thing is found by: the name of a tool or prompt, the URI of a resource, the text of a resource template. */
export function keyOf(item: Keyed): string {
  return item.uriTemplate ?? item.uri ?? item.name;
}

/** The same for a value that may be nothing of the kind, also one that throws when it is looked at. */
export function keyOfAny(item: unknown): string | undefined {
  try {
    const key: unknown = typeof item === 'object' && item !== null ? keyOf(item as Keyed) : undefined;
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}
