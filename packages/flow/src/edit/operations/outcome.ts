import type { Flow } from '../../definition/flow.ts';
import type { Refusal } from '../operation-codes.ts';

/** The flow after an operation, or the refusal. */
export type Outcome = { ok: true; flow: Flow } | Refusal;
