import { type } from 'arktype';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formSchemaFault } from '../rounds/form-schema.js';
import { formOf } from './form.js';
