import type { Flow } from '../definition/flow.ts';
import { reentries } from '../definition/flow.ts';
import { limits } from '../members/limits.ts';
import { actionOutlets, type Step, type Steps, type UnreadableStep } from '../steps/step.ts';
import { triggerNodeId } from '../definition/ids.ts';
import type { ReadStep } from '../steps/read-step.ts';
import { stepReaderOf } from '../steps/readable.ts';
import { isRaw } from '../members/raw.ts';
import type { Raw } from '../members/report.ts';
import { booleanIn, listIn, numberIn, objectIn, textOr, withMembers } from '../members/readable.ts';
import { isPlaceId, placeId } from './place-id.ts';

// The only boundary between arbitrary JSON and code that relies on the type Flow. The result is never saved: a definition is not modified,
// and is read again after each change.

const read = new WeakMap<object, Flow>();

/**
 * Reads any JSON value as a flow that can be drawn, walked and edited (EDT9). Steps, branches and rules keep their positions, so paths are
 * those of the value. A value that is not a step becomes an unreadable step; a member of the wrong type is dropped, or empty if it is
 * required. The trigger may be an unknown text. Steps beyond the limit are left out. A valid definition is returned itself.
 */
export function readableFlow(value: unknown): Flow {
  if (!isRaw(value)) return { name: '', trigger_event: '' as Flow['trigger_event'], steps: [] };
  const known = read.get(value);
  if (known) return known;
  const reader = new FlowReader();
  const flow = withMembers(value, {
    name: textOr(value.name, ''),
    trigger_event: textOr(value.trigger_event, ''),
    active: booleanIn(value.active),
    settings: objectIn(value.settings, readSettings),
    steps: reader.list(value.steps, 'steps') ?? [],
  }) as unknown as Flow;
  read.set(value, flow);
  read.set(flow, flow);
  return flow;
}

function readSettings(settings: Raw): Raw {
  const { stopOn } = settings;
  return withMembers(settings, {
    stopOn: typeof stopOn === 'string' ? stopOn : listIn(stopOn, (trigger) => textOr(trigger, '')),
    stopOnPurchase: booleanIn(settings.stopOnPurchase),
    quietHours: objectIn(settings.quietHours, (hours) =>
      withMembers(hours, {
        from: textOr(hours.from, ''),
        to: textOr(hours.to, ''),
        days: listIn(hours.days, (day) => numberIn(day) ?? 0),
      }),
    ),
    reentry: reentries.find((reentry) => reentry === settings.reentry),
    withinDays: numberIn(settings.withinDays),
  });
}

class FlowReader {
  readonly #usedIds = new Set<string>([triggerNodeId]);
  #left: number = limits.allSteps;

  list(value: unknown, path: string): Steps | undefined {
    if (!Array.isArray(value)) return undefined;
    const fitting = value.length > this.#left ? value.slice(0, this.#left) : value;
    this.#left -= fitting.length;
    return listIn(fitting, (entry, index) => this.#step(entry, `${path}[${index}]`));
  }

  #step(value: unknown, path: string): Step {
    if (!isRaw(value)) return this.#unreadable({ id: null }, value, path);
    const common = this.#common(value, path);
    const readList = (list: unknown, member: string): Steps | undefined => this.list(list, `${path}.${member}`);
    const made = stepReaderOf(value.type)?.(common, readList, idIn) as Step | undefined;
    return made ?? this.#unreadable(common, value, path);
  }

  #common(step: Raw, path: string): Raw {
    return withMembers(step, {
      // A step without an id gets one when it is saved (DEF2).
      id: step.id === undefined ? undefined : idIn(step.id, path, this.#usedIds),
      parentId: textOr(step.parentId, undefined),
      nextId: textOr(step.nextId, undefined),
    });
  }

  /** A step for an unreadable value; it shows the JSON and has the steps of the value's lists. */
  #unreadable({ id, parentId }: Raw, value: unknown, path: string): UnreadableStep {
    const lists = isRaw(value)
      ? actionOutlets.flatMap((outlet) => {
          const steps = this.list(value[outlet], `${path}.${outlet}`);
          return steps ? [[outlet, steps] as const] : [];
        })
      : [];
    return {
      ...(id !== undefined && { id: typeof id === 'string' ? id : placeId(path) }),
      ...(typeof parentId === 'string' && { parentId }),
      type: 'action',
      name: 'unreadable',
      data: { value },
      ...Object.fromEntries(lists),
    };
  }
}

const idIn: Parameters<ReadStep>[2] = (id, path, usedIds) => {
  const own = typeof id === 'string' && id !== '' && !isPlaceId(id) && !usedIds.has(id) ? id : placeId(path);
  usedIds.add(own);
  return own;
};
