import type { Locale } from '@retoma/commerce/locale';
import type { Flow } from '../definition/flow.ts';
import { walkFlow } from '../definition/walk.ts';
import { isSend } from '../steps/action/send.ts';
import { isRaw } from '../members/raw.ts';
import { scenarioIssue, type Expected, type ScenarioCode, type ScenarioIssue } from './issues.ts';
import { instantOf, type Scenario } from './scenario.ts';

/** A valid scenario with its warnings, or all its issues. */
export type CheckedScenario =
  | { readonly ok: true; readonly scenario: Scenario; readonly issues: readonly ScenarioIssue[] }
  | { readonly ok: false; readonly issues: readonly ScenarioIssue[] };

/** The maximum number of entries in `changes` and in `messages`. */
const maxEntries = 10_000;

/** The maximum number of members in the path of a value. */
const maxMembers = 10;

/** The latest minute of a change or reaction: about a hundred years. */
const lastMinute = 52_560_000;

/** Parses the text of a scenario; never throws. If the flow is passed, steps that it does not have get a warning. */
export function readScenario(text: string, locale: Locale = 'pt-BR', flow?: Flow): CheckedScenario {
  try {
    return checkScenario(JSON.parse(text), locale, flow);
  } catch {
    return { ok: false, issues: [scenarioIssue('', 'INVALID_JSON', {}, locale)] };
  }
}

/** Checks a value as a scenario; never throws. If the flow is passed, steps that it does not have get a warning. */
export function checkScenario(value: unknown, locale: Locale = 'pt-BR', flow?: Flow): CheckedScenario {
  const check = new Check(locale, flow ? sendersOf(flow) : null);
  check.scenario(value);
  const { issues } = check;
  return issues.some(({ severity }) => severity === 'error')
    ? { ok: false, issues }
    : { ok: true, scenario: value as Scenario, issues };
}

/** The ids and paths of the steps that send messages. */
function sendersOf(flow: Flow): ReadonlySet<string> {
  const names = [...walkFlow(flow)].flatMap(({ step, path }) =>
    step.type === 'action' && isSend(step) ? [path, step.id ?? path] : [],
  );
  return new Set(names);
}

class Check {
  readonly issues: ScenarioIssue[] = [];
  readonly #locale: Locale;
  readonly #senders: ReadonlySet<string> | null;

  constructor(locale: Locale, senders: ReadonlySet<string> | null) {
    this.#locale = locale;
    this.#senders = senders;
  }

  scenario(value: unknown): void {
    const raw = this.#object(value, '', ['start', 'context', 'changes', 'messages']);
    if (!raw) return;
    if (this.#text(raw['start'], 'start', true) && instantOf(String(raw['start'])) === null) {
      this.#add('start', 'INVALID_DATE');
    }
    if (raw['context'] !== undefined) this.#context(raw['context']);
    this.#list(raw['changes'], 'changes', (entry, path) => this.#change(entry, path));
    this.#list(raw['messages'], 'messages', (entry, path) => this.#deliveryScript(entry, path));
  }

  #context(value: unknown): void {
    const raw = this.#object(value, 'context');
    for (const [category, fields] of Object.entries(raw ?? {})) {
      if (fields !== null && category !== 'current_year') this.#object(fields, `context.${category}`);
    }
  }

  #change(value: unknown, path: string): void {
    const raw = this.#object(value, path, ['at', 'set']);
    if (!raw) return;
    this.#number(raw['at'], `${path}.at`, true);
    if (raw['set'] === undefined) this.#add(`${path}.set`, 'REQUIRED');
    else
      for (const place of Object.keys(this.#object(raw['set'], `${path}.set`) ?? {})) this.#place(place, `${path}.set`);
  }

  #place(place: string, path: string): void {
    const members = place.split('.', maxMembers + 1);
    if (members.includes('') || members.length > maxMembers)
      this.#add(`${path}.${place.slice(0, 80)}`, 'INVALID_PLACE');
  }

  #deliveryScript(value: unknown, path: string): void {
    const raw = this.#object(value, path, ['step', 'pass', 'fail', 'open', 'click', 'reply']);
    if (!raw) return;
    const { step, pass, fail } = raw;
    if (this.#text(step, `${path}.step`, true) && this.#senders?.has(String(step)) === false) {
      this.#add(`${path}.step`, 'UNKNOWN_STEP');
    }
    if (pass !== undefined && !Number.isInteger(pass)) this.#add(`${path}.pass`, 'WRONG_TYPE', 'integer');
    else if (typeof pass === 'number' && (pass < 1 || pass > maxEntries)) this.#range(`${path}.pass`, 1, maxEntries);
    if (fail !== undefined) this.#text(fail, `${path}.fail`, true);
    for (const reaction of ['open', 'click', 'reply']) this.#number(raw[reaction], `${path}.${reaction}`);
  }

  #object(value: unknown, path: string, known?: readonly string[]): Record<string, unknown> | null {
    if (!isRaw(value)) {
      this.#add(path, 'WRONG_TYPE', 'object');
      return null;
    }
    for (const member of known ? Object.keys(value) : []) {
      if (!known?.includes(member)) this.#add(`${path && `${path}.`}${member.slice(0, 80)}`, 'UNKNOWN_MEMBER');
    }
    return value;
  }

  #list(value: unknown, path: string, check: (entry: unknown, path: string) => void): void {
    if (value === undefined) return;
    if (!Array.isArray(value)) this.#add(path, 'WRONG_TYPE', 'list');
    else if (value.length > maxEntries) this.#range(path, 0, maxEntries, 'TOO_MANY');
    else for (const [index, entry] of value.entries()) check(entry, `${path}[${index}]`);
  }

  #text(value: unknown, path: string, filled: boolean): boolean {
    if (value === undefined) this.#add(path, 'REQUIRED');
    else if (typeof value !== 'string') this.#add(path, 'WRONG_TYPE', 'text');
    else if (filled && value.trim() === '') this.#add(path, 'EMPTY');
    else return true;
    return false;
  }

  #number(value: unknown, path: string, required = false): void {
    if (value === undefined) {
      if (required) this.#add(path, 'REQUIRED');
    } else if (typeof value !== 'number' || !Number.isFinite(value)) this.#add(path, 'WRONG_TYPE', 'number');
    else if (value < 0 || value > lastMinute) this.#range(path, 0, lastMinute);
  }

  #add(path: string, code: ScenarioCode, expected?: Expected): void {
    this.issues.push(scenarioIssue(path, code, expected ? { expected } : {}, this.#locale));
  }

  #range(path: string, min: number, max: number, code: ScenarioCode = 'OUT_OF_RANGE'): void {
    this.issues.push(scenarioIssue(path, code, { min, max }, this.#locale));
  }
}
