import { isRaw } from '../members/raw.ts';
import type { Raw } from '../members/report.ts';

/** A definition that another program wrote, by the program's name; `diagram`: some format of nodes and edges. */
export type ForeignFormat = 'n8n' | 'Make' | 'Node-RED' | 'Typebot' | 'Zapier' | 'diagram';

/** What a JSON value is that is no automation by itself: wrapped in another value, several of them, or another program's. */
export type Recognised =
  | { kind: 'automation'; value: Raw; isWrapped: boolean }
  | { kind: 'several'; count: number }
  | { kind: 'foreign'; format: ForeignFormat }
  | { kind: 'empty' }
  | { kind: 'other' };

const wrappers = [
  'automation',
  'automacao',
  'automação',
  'flow',
  'fluxo',
  'workflow',
  'definition',
  'data',
  'result',
  'json',
];
const stepLists = ['steps', 'passos', 'etapas', 'actions', 'acoes', 'ações', 'flow', 'fluxo'];

/** Recognises an automation in a JSON value: the value itself, in a text, in an envelope, or alone in a list (EDT16). */
export function recognise(value: unknown, depth = 0): Recognised {
  if (depth > 4) return { kind: 'other' };
  const inside = (inner: unknown): Recognised => {
    const found = recognise(inner, depth + 1);
    return found.kind === 'automation' ? { ...found, isWrapped: true } : found;
  };
  if (typeof value === 'string') return inJson(value, inside);
  if (Array.isArray(value)) return inList(value, inside);
  if (!isRaw(value)) return { kind: 'other' };
  const format = foreignFormat(value);
  if (format) return { kind: 'foreign', format };
  if (stepLists.some((name) => Array.isArray(value[name]) && value[name].length > 0))
    return { kind: 'automation', value, isWrapped: false };
  for (const name of wrappers) {
    if (!isRaw(value[name]) && typeof value[name] !== 'string') continue;
    const found = inside(value[name]);
    if (found.kind === 'automation' || found.kind === 'foreign') return found;
  }
  // A trigger without steps is an automation that was begun.
  const isBegun = Array.isArray(value['steps']) && typeof value['trigger_event'] === 'string';
  return isBegun ? { kind: 'automation', value, isWrapped: false } : { kind: 'empty' };
}

function inJson(text: string, inside: (value: unknown) => Recognised): Recognised {
  if (!/^\s*[{["]/.test(text)) return { kind: 'other' };
  try {
    return inside(JSON.parse(text));
  } catch {
    return { kind: 'other' };
  }
}

function inList(values: readonly unknown[], inside: (value: unknown) => Recognised): Recognised {
  const objects = values.filter(isRaw);
  if (objects.some((one) => Array.isArray(one['wires']))) return { kind: 'foreign', format: 'Node-RED' };
  if (values.length === 1) return inside(values[0]);
  const automations = objects.map((one) => inside(one)).filter(({ kind }) => kind === 'automation');
  if (automations.length > 1) return { kind: 'several', count: automations.length };
  if (automations.length === 1) return automations[0]!;
  if (objects.length > 0 && objects.length === values.length && objects.every(({ type }) => typeof type === 'string'))
    return { kind: 'automation', value: { steps: values }, isWrapped: true };
  return { kind: 'other' };
}

function foreignFormat(value: Raw): ForeignFormat | undefined {
  const list = (name: string): readonly Raw[] => {
    const some = value[name];
    return Array.isArray(some) ? some.filter(isRaw) : [];
  };
  const nodes = list('nodes');
  if (nodes.some(({ type }) => typeof type === 'string' && /n8n/i.test(type))) return 'n8n';
  if (nodes.length > 0 && isRaw(value['connections'])) return 'n8n';
  if (list('flow').some(({ module }) => typeof module === 'string')) return 'Make';
  if (list('groups').length > 0 && Array.isArray(value['edges'])) return 'Typebot';
  if (value['zap'] !== undefined || value['zaps'] !== undefined) return 'Zapier';
  if (nodes.length > 0 && !Array.isArray(value['steps'])) return 'diagram';
  return undefined;
}
