import { type ResourceDeclaration, type ResourceTemplateDeclaration, resource, resourceTemplate } from 'polyspec';
import { RED_PIXEL } from './media.js';

/** Resources with text and with bytes, and one that changes. */
export const resources: Readonly<Record<string, ResourceDeclaration>> = {
  'static-text': resource({
    uri: 'test://static-text',
    description: 'A text.',
    mimeType: 'text/plain',
    read: () => 'This is the text of a resource.',
  }),
  'static-binary': resource({
    uri: 'test://static-binary',
    description: 'An image.',
    mimeType: 'image/png',
    read: () => Buffer.from(RED_PIXEL, 'base64'),
  }),
  'watched-resource': resource({
    uri: 'test://watched-resource',
    description: 'A text that changes: the time at which it is read.',
    mimeType: 'text/plain',
    read: () => new Date().toISOString(),
  }),
};

/** A family of resources. */
export const resourceTemplates: Readonly<Record<string, ResourceTemplateDeclaration>> = {
  'template-data': resourceTemplate({
    uriTemplate: 'test://template/{id}/data',
    description: 'Data of one entry.',
    mimeType: 'application/json',
    read: (_uri, { id }) => JSON.stringify({ id, data: `Data of ${id}` }),
  }),
};
