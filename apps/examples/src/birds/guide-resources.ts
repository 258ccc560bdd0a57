import { type ResourceDeclaration, type ResourceTemplateDeclaration, resource, resourceTemplate } from 'polyspec';
import { birdNamed, birdUri, markdown } from './bird.js';
import { SPECIES } from './knowledge/species.js';

const mimeType = 'text/markdown';

/** Each bird, listed by itself. */
export const birdResources: Readonly<Record<string, ResourceDeclaration>> = Object.fromEntries(
  SPECIES.map((bird) => {
    const { name, title, scientific } = bird;
    const declaration = { uri: birdUri(name), title, description: scientific, mimeType, read: () => markdown(bird) };
    return [name, resource(declaration)];
  }),
);

/** The birds by name, for whoever knows what to look for. The name is completed while a user types. */
export const birdTemplates: Readonly<Record<string, ResourceTemplateDeclaration>> = {
  bird: resourceTemplate({
    uriTemplate: 'birds://bird/{name}',
    title: 'A bird',
    description: 'How one knows it, and something about it.',
    mimeType,
    read: (_uri, { name }) => {
      const bird = birdNamed(name);
      return bird && markdown(bird);
    },
    complete: { name: birdNames },
  }),
};

/** The names that have what was typed in them; those that begin with it come first. */
export function birdNames(typed: string): readonly string[] {
  const part = typed.trim().toLowerCase().replaceAll(' ', '-');
  const names = SPECIES.map(({ name }) => name).filter((name) => name.includes(part));
  return [...names.filter((name) => name.startsWith(part)), ...names.filter((name) => !name.startsWith(part))];
}
