import type { FastifyInstance } from 'fastify';
import { CORS, isPreflight } from './cors.js';
import type { Endpoint } from './endpoint.js';
import { screened, stateOf } from './fastify-call.js';

/**
 * CORS by `@fastify/cors`, after the check of the origin and before everything else. That plugin wants to answer OPTIONS of
 * all paths and to be there once: so it is given an instance where its route is dropped (the endpoint has its own, and the
 * answer is given in a hook) and where its decorator may exist already, because the host uses the plugin for its own routes.
 */
export async function addCors(scope: FastifyInstance, endpoint: Endpoint): Promise<void> {
  const { default: cors } = await import('@fastify/cors');
  scope.addHook('onRequest', (request, reply, next) => {
    if (!screened(request, reply, endpoint)) return;
    const call = stateOf(request)?.call;
    // For that plugin every OPTIONS is a preflight.
    if (request.method === 'OPTIONS' && call !== undefined && !isPreflight(call)) endpoint.admit(call, () => next());
    else next();
  });
  const instance: FastifyInstance = Object.create(scope, {
    options: { value: () => instance },
    decorateRequest: {
      value: (name: string, value: unknown) =>
        scope.hasRequestDecorator(name) ? instance : scope.decorateRequest(name, value),
    },
  });
  const options = {
    origin: (origin: string | undefined, done: (err: Error | null, allowed: boolean) => void) =>
      done(null, origin !== undefined),
    methods: [...CORS.methods],
    exposedHeaders: [...CORS.exposedHeaders],
    maxAge: CORS.maxAge,
  };
  await new Promise<void>((resolve, reject) => {
    cors(instance, options, (err) => (err === undefined ? resolve() : reject(err)));
  });
}
