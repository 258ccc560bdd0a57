/**
 * Changes what is offered of one kind while the server runs, for all clients at once. Each change is told to the clients
 * that asked to hear about it, and a burst of them is told once; nobody has to call `notify` for them.
 *
 * What the application lists by itself can be hidden and shown again as well. A tool that is hidden or removed can't be
 * called: clients get the same answer as for one that was never there.
 *
 * The key is what clients name: the name of a tool or a prompt, the `uri` of a resource, the `uriTemplate` of a template.
 *
 * @example
 * const server = await serve('jobs', application);
 * server.tools.add('retry', tool({ description: 'Runs the last job again.', run: () => retry() }));
 * server.tools.disable('retry');
 * server.tools.enable('retry');
 * server.tools.remove('retry');
 *
 * Traps: a server that had no tools when it started has told its clients so. The first must be added in `onStart`, then, or
 * the application must have a list, if an empty one. Of what is added later, `complete` functions are asked only where the
 * server had completions when it started. An application that others include adds to the whole server, so what it adds has
 * to answer by itself (`run`, `read`, or a `target` with its method).
 */
export interface ItemsControl<Descriptor, Declaration> {
  /**
   * Offers one more: behind those that the application lists in an array, before those of its source. It may take the place of
   * one that the application lists and that was removed.
   *
   * @throws ApplicationError for a key that is taken, for what can't answer or has members that nothing reads, and where the
   *   application offers nothing of this kind; SchemaError and UriTemplateError as at start. An application that lists the
   *   same key only later, or only to some callers, fails when it is asked for that list
   */
  add(descriptor: Descriptor): void;
  /** Offers a declared one, made by `tool({ … })` and its kin, under this name. */
  add(name: string, declaration: Declaration): void;
  /**
   * Takes one away. What was added is forgotten; what the application lists is hidden until it is enabled, or another is
   * added in its place.
   *
   * @returns false when it was gone already
   */
  remove(key: string): boolean;
  /**
   * Hides one until it is enabled. That may be told in advance of what the application does not list yet.
   *
   * @returns false when it was hidden already
   */
  disable(key: string): boolean;
  /**
   * Shows again what was hidden.
   *
   * @returns false when it was not hidden
   */
  enable(key: string): boolean;
  /**
   * Whether it is offered, as far as that is known without asking: it was added, or is in the list that the application gave
   * last; and it is not hidden.
   */
  has(key: string): boolean;
}
