import {
  type Application,
  type CompletionArgument,
  type CompletionReference,
  type CompletionReturn,
  error,
  type JsonObject,
  type PromptDescriptor,
  type PromptReturn,
  type ResourceDescriptor,
  type ResourceReturn,
  type ResourceTemplateDescriptor,
  resourceLink,
  results,
  structured,
  type ToolDescriptor,
  type ToolReturn,
  text,
  textContent,
  UserError,
} from '@polyspec/core';

/** The applications that the tests of the reference library are written against. */

const N = { name: 'N', type: 'integer', description: 'A natural number' } as const;

const TOOLS: readonly ToolDescriptor[] = [
  {
    name: 'factorial',
    signature: {
      title: 'Factorial Calculator',
      description: 'Computes a factorial',
      arguments: [N, { name: 'F', mode: 'out', type: 'integer' }],
    },
  },
  { name: 'greet', signature: { arguments: [{ name: 'Name' }, { name: 'Greeting', mode: 'out' }] } },
  {
    name: 'add',
    signature: {
      arguments: [
        { name: 'A', type: 'number' },
        { name: 'B', type: 'number' },
      ],
    },
  },
  { name: 'overridden', signature: { arguments: [{ name: 'X' }] } },
  { name: 'failing' },
  { name: 'throwing' },
  { name: 'two_parts' },
  { name: 'structured' },
  { name: 'structured_with_items' },
  { name: 'link' },
  { name: 'link_with_details' },
];

/** Tools: by auto-dispatch, by `callTool`, with every kind of result. */
export class Tools implements Application {
  tools(): readonly ToolDescriptor[] {
    return TOOLS;
  }

  factorial(n: number): number {
    return n < 2 ? 1 : n * this.factorial(n - 1);
  }

  greet(name: string): string {
    return `Hello, ${name}!`;
  }

  callTool(name: string, args: JsonObject): ToolReturn | undefined {
    switch (name) {
      case 'add':
        return structured({}, [text(`${args.A} + ${args.B} = ${Number(args.A) + Number(args.B)}`)]);
      case 'failing':
        return error('Tool predicate failed');
      case 'throwing':
        throw new UserError('Out of order');
      case 'two_parts':
        return results([text('first'), text('second')]);
      case 'structured':
        return structured({ sum: 3 });
      case 'structured_with_items':
        return structured({ sum: 3 }, [text('1 + 2 = 3')]);
      case 'link':
        return resourceLink('notes://1', 'note');
      case 'link_with_details':
        return resourceLink('notes://1', 'note', { description: 'A note', mimeType: 'text/plain' });
      case 'overridden':
        return structured({ y: 'yes' });
      default:
        return undefined;
    }
  }

  inputSchema(tool: string): JsonObject | undefined {
    return tool === 'overridden' ? { type: 'object', properties: { custom_in: { type: 'string' } } } : undefined;
  }

  outputSchema(tool: string): JsonObject | undefined {
    return tool === 'overridden' ? { type: 'object', properties: { y: { type: 'string' } } } : undefined;
  }
}

/** Prompts: plain, described, of several turns. */
export class Prompts implements Application {
  prompts(): readonly PromptDescriptor[] {
    return [
      {
        name: 'review',
        title: 'Code Review',
        description: 'Reviews code',
        arguments: [{ name: 'code', description: 'The code', required: true }],
      },
      { name: 'summary', description: 'Sums up' },
      { name: 'dialogue' },
    ];
  }

  getPrompt(name: string, args: Readonly<Record<string, string>>): PromptReturn | undefined {
    switch (name) {
      case 'review':
        return `Please review: ${args.code}`;
      case 'summary':
        return {
          description: 'A summary',
          messages: [{ role: 'user', content: { type: 'text', text: 'Please sum up.' } }],
        };
      case 'dialogue':
        return [
          { role: 'user', content: { type: 'text', text: 'Hello' } },
          { role: 'assistant', content: { type: 'text', text: 'Good day' } },
        ];
      default:
        return undefined;
    }
  }
}

/** Resources, and templates that stand for more of them. */
export class Resources implements Application {
  resources(): readonly ResourceDescriptor[] {
    return [
      {
        uri: 'notes://welcome',
        name: 'welcome',
        title: 'A Welcome',
        description: 'Greets',
        mimeType: 'text/plain',
      },
      { uri: 'notes://settings', name: 'settings', mimeType: 'application/json' },
      { uri: 'notes://both', name: 'both' },
    ];
  }

  resourceTemplates(): readonly ResourceTemplateDescriptor[] {
    return [
      { uriTemplate: 'notes://item/{id}', name: 'item', description: 'One item', mimeType: 'text/plain' },
      { uriTemplate: 'notes://day/{day}', name: 'day', title: 'A Day' },
    ];
  }

  readResource(uri: string, variables: Readonly<Record<string, unknown>>): ResourceReturn | undefined {
    switch (uri) {
      case 'notes://welcome':
        return textContent(uri, 'text/plain', 'Welcome!');
      case 'notes://settings':
        return textContent(uri, 'application/json', '{"theme":"dark"}');
      case 'notes://both':
        return [textContent(uri, 'text/plain', 'one'), textContent(uri, 'text/plain', 'two')];
      case 'notes://item/none':
        return undefined;
      default:
        return `Item ${String(variables.id)}`;
    }
  }
}

/** Completions of prompts and of resource templates. */
export class Completions extends Prompts {
  resourceTemplates(): readonly ResourceTemplateDescriptor[] {
    return [{ uriTemplate: 'notes://item/{id}', name: 'item' }];
  }

  readResource(): ResourceReturn | undefined {
    return undefined;
  }

  override prompts(): readonly PromptDescriptor[] {
    const names = ['language', 'framework', 'many', 'many_of', 'malformed', 'throwing'];
    return [{ name: 'code', arguments: names.map((name) => ({ name })) }];
  }

  complete(
    reference: CompletionReference,
    argument: CompletionArgument,
    resolved: Readonly<Record<string, string>>,
  ): CompletionReturn | undefined {
    if (reference.type === 'resource') return { values: ['1', '12'], total: 2, hasMore: true };
    const many = Array.from({ length: 101 }, (_, index) => `value ${index}`);
    switch (argument.name) {
      case 'language':
        return ['python', 'pytorch'];
      case 'framework':
        return resolved.language === 'python' ? ['flask', 'django'] : [];
      case 'many':
        return many;
      case 'many_of':
        return { values: many, total: 101, hasMore: false };
      case 'malformed':
        return [1] as unknown as readonly string[];
      default:
        throw new Error('the database is down');
    }
  }
}

/** All facets at once. */
export class Everything extends Tools {
  readonly prompts = Prompts.prototype.prompts;
  readonly getPrompt = Prompts.prototype.getPrompt;
  readonly resources = Resources.prototype.resources;
  readonly resourceTemplates = Resources.prototype.resourceTemplates;
  readonly readResource = Resources.prototype.readResource;
}
