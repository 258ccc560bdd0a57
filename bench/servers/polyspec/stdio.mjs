import { serve } from 'polyspec';
import { TOOLS } from '../settings.mjs';
import { SERVER } from '../tools.mjs';
import { application } from './application.mjs';

const { name, version } = SERVER;
await serve(name, application(TOOLS), { version });
