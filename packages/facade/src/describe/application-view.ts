import type { Application } from '@polyspec/core';

/** Members to put in place of an application's own; `undefined` hides one. */
export type Members = { readonly [Name in keyof Application]?: Application[Name] | undefined };

/**
 * An application with some of its members replaced or hidden. The others are called on the application itself, so that its
 * private fields work.
 */
export function withMembers(application: Application, members: Members): Application {
  return new Proxy(
    {},
    {
      get: (_target, name) => {
        if (Object.hasOwn(members, name)) return members[name as keyof Application];
        const member: unknown = Reflect.get(application, name, application);
        return typeof member === 'function' ? member.bind(application) : member;
      },
      has: (_target, name) =>
        Object.hasOwn(members, name)
          ? members[name as keyof Application] !== undefined
          : Reflect.has(application, name),
    },
  );
}
