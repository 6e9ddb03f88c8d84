import { stopTriggersOf, type Flow, type QuietHours } from '../definition/flow.ts';
import {
  handlerNames,
  type ActionStep,
  type ConditionStep,
  type DelayStep,
  type HandlerName,
  type LoopStep,
  type RetryStep,
  type Rule,
  type SendStep,
  type Step,
  type Steps,
} from '../steps/step.ts';
import { sendProblem } from '../channels/send-problem.ts';
import { codeExpired } from '../interpret/code-expired.ts';
import { composeMessage } from '../interpret/compose-message.ts';
import { currentYear } from '../metatags/render/format.ts';
import { defaultTimeZone } from '../metatags/render/zone-formatters.ts';
import type { SimulationResult } from '../simulate/answer.ts';
import { eventsOf } from '../simulate/events.ts';
import type { Scenario } from '../simulate/scenario.ts';

// A second implementation of the execution rules, as simple as possible and without the interpreter's code: each thread is a generator that
// walks lists by recursion and yields the minute at which it continues; failures are exceptions. Slow, not serialisable, only for tests:
// simulate() must give the same results.

type Loose = { [member: string]: unknown };
type Scope = 'retry' | 'stopping loop' | 'going loop' | 'none';
type Thread = { name: string; walk: Generator<number, void, void>; at: number };
type Message = { key: string; step: ActionStep; path: string; sent: number; open: Set<HandlerName>; timer: number };
type Reaction = { at: number; message: Message; kind: 'open' | 'click' | 'reply' };

class SendFailed extends Error {}
class RunOver extends Error {
  outcome: 'ended' | 'failed';
  reason: string | undefined;
  constructor(outcome: 'ended' | 'failed', reason?: string) {
    super(outcome);
    this.outcome = outcome;
    this.reason = reason;
  }
}

/** Plays a flow in a scenario with whole minutes. */
export function naiveSimulate(flow: Flow, scenario: Scenario): SimulationResult {
  const start = Date.parse(scenario.start);
  const data: Loose = structuredClone(scenario.context ?? {});
  let now = 0;
  let executed = 0;
  let messageCount = 0;
  const trace: Loose[] = [];
  const sent: Loose[] = [];
  const threads: Thread[] = [];
  const messages: Message[] = [];
  const reactions: Reaction[] = [];
  const passes = new Map<string, number>();
  const matched = new Map<number, string>();
  const changes = [...(scenario.changes ?? [])].sort((a, b) => a.at - b.at);

  const note = (thread: string, path: string, step: Step, more: Loose): void => {
    trace.push({ at: now, thread, path, id: step.id ?? null, type: step.type, ...more });
  };
  const count = (): void => {
    if (++executed > 10_000) throw new RunOver('failed', 'STEP_BUDGET_EXCEEDED');
  };
  const field = (name: string): unknown => {
    const place = { payment_status: 'order.status', payment_method: 'order.payment_method', amount: 'event.amount' }[
      name
    ];
    return (
      (place ?? name)
        .split('.')
        .reduce<unknown>((value, member) => (value as Loose | null | undefined)?.[member], data) ?? null
    );
  };
  const group = (rules: readonly Rule[], operator?: string): boolean =>
    operator === 'OR' ? rules.some((rule) => naiveRule(rule, field)) : rules.every((rule) => naiveRule(rule, field));

  function* list(steps: Steps, path: string, thread: string, scope: Scope): Generator<number, void, void> {
    for (const [index, step] of steps.entries()) {
      if (path === 'steps' && isLeftOut(step, index)) continue;
      count();
      yield* one(step, `${path}[${index}]`, index, thread, scope);
    }
  }

  /** Flat gating: the first earlier condition with that branch decides. */
  function isLeftOut(step: Step, index: number): boolean {
    if (step.parentId === undefined || step.type === 'condition') return false;
    for (let earlier = 0; earlier < index; earlier++) {
      const condition = flow.steps[earlier]!;
      if (condition.type !== 'condition') continue;
      if (condition.branches?.some((branch) => branch.id === step.parentId)) {
        return matched.get(earlier) !== step.parentId;
      }
    }
    return true;
  }

  function* one(step: Step, path: string, index: number, thread: string, scope: Scope): Generator<number, void, void> {
    if (step.type === 'end') {
      note(thread, path, step, { outcome: 'ended' });
      throw new RunOver('ended');
    }
    if (step.type === 'delay') {
      const until = endOfWait(step, start / 60_000 + now) - start / 60_000;
      note(thread, path, step, { outcome: 'waits', until });
      yield until;
      yield* list(step.onNext ?? [], `${path}.onNext`, thread, scope);
    }
    if (step.type === 'condition') yield* condition(step, path, index, thread, scope);
    if (step.type === 'action') {
      const failed = yield* action(step, path, thread);
      if (failed && (scope === 'retry' || scope === 'stopping loop')) throw new SendFailed();
      yield* list(step.onNext ?? [], `${path}.onNext`, thread, scope);
    }
    if (step.type === 'retry') {
      const failed = yield* retry(step, path, thread);
      if (failed && (scope === 'retry' || scope === 'stopping loop')) throw new SendFailed();
    }
    if (step.type === 'loop') {
      const failed = yield* loop(step, path, thread);
      if (failed && (scope === 'retry' || scope === 'stopping loop')) throw new SendFailed();
    }
  }

  function* condition(step: ConditionStep, path: string, index: number, thread: string, scope: Scope) {
    if (step.branches) {
      for (const [at, branch] of step.branches.entries()) {
        if (!group(branch.conditions, branch.operator)) continue;
        note(thread, path, step, { outcome: 'matched', branch: branch.id });
        if (path === `steps[${index}]`) matched.set(index, branch.id);
        yield* list(branch.steps ?? [], `${path}.branches[${at}].steps`, thread, scope);
        return;
      }
      note(thread, path, step, { outcome: 'no_match' });
      return;
    }
    const held = step.conditions ? group(step.conditions, step.operator) : naiveRule(step, field);
    const way = held ? 'if_true' : 'if_false';
    note(thread, path, step, { outcome: 'matched', branch: way });
    yield* list(step[way] ?? [], `${path}.${way}`, thread, scope);
  }

  function* retry(step: RetryStep, path: string, thread: string): Generator<number, boolean, void> {
    const limit = step.maxAttempts ?? 3;
    for (let attempt = 1; attempt <= limit; attempt++) {
      const wait = step.delayBetweenAttempts ?? 0;
      if (attempt > 1 && wait > 0) yield now + wait;
      note(thread, path, step, { outcome: 'attempt', attempt });
      try {
        yield* list(step.steps, `${path}.steps`, thread, 'retry');
        note(thread, path, step, { outcome: 'succeeded' });
        return false;
      } catch (error) {
        if (!(error instanceof SendFailed)) throw error;
      }
    }
    note(thread, path, step, { outcome: 'exhausted' });
    return true;
  }

  function* loop(step: LoopStep, path: string, thread: string): Generator<number, boolean, void> {
    const limit = step.maxIterations ?? 10;
    for (let iteration = 1; iteration <= limit; iteration++) {
      if (step.condition && !naiveRule(step.condition, field)) {
        note(thread, path, step, { outcome: 'finished', reason: 'condition' });
        return false;
      }
      note(thread, path, step, { outcome: 'iteration', iteration });
      if (step.steps.length === 0) count();
      try {
        yield* list(step.steps, `${path}.steps`, thread, step.stopOnError ? 'stopping loop' : 'going loop');
      } catch (error) {
        if (!(error instanceof SendFailed)) throw error;
        note(thread, path, step, { outcome: 'finished', reason: 'error' });
        return true;
      }
    }
    note(thread, path, step, { outcome: 'finished', reason: 'max' });
    return false;
  }

  function* action(step: ActionStep, path: string, thread: string): Generator<number, boolean, void> {
    if (step.name === 'webhook' || step.name === 'create_coupon') {
      note(thread, path, step, { outcome: 'skipped', reason: 'UNIMPLEMENTED_ACTION' });
      return false;
    }
    while (isQuiet(flow.settings?.quietHours, start + now * 60_000)) yield nextMinute(flow.settings!.quietHours!);
    if (++messageCount > 1000) throw new RunOver('failed', 'MESSAGE_BUDGET_EXCEEDED');
    const pass = (passes.get(path) ?? 0) + 1;
    passes.set(path, pass);
    const refuse = (reason: string): true => {
      note(thread, path, step, { outcome: 'failed', reason });
      return true;
    };
    const current_year = currentYear(start + now * 60_000, defaultTimeZone);
    const composed = composeMessage(step as SendStep, { current_year, ...data }, { baseUrl: 'http://127.0.0.1:3000' });
    if (!composed.ok) return refuse(composed.reason);
    const deliveryScripts = (scenario.messages ?? []).filter(
      (deliveryScript) =>
        (deliveryScript.step === step.id || deliveryScript.step === path) && (deliveryScript.pass ?? pass) === pass,
    );
    const refusal = deliveryScripts.find(({ fail }) => fail)?.fail;
    if (refusal) return refuse(refusal);
    if (codeExpired(step as SendStep, data, start + now * 60_000)) return refuse('CODE_EXPIRED');
    const problem = sendProblem(composed.channel, composed.content);
    if (problem) return refuse(problem);
    note(thread, path, step, { outcome: 'sent' });
    sent.push({
      at: now,
      step: step.id ?? path,
      pass,
      channel: composed.channel,
      to: composed.to,
      content: composed.content,
    });
    const open = new Set(handlerNames.filter((name) => (step[name]?.length ?? 0) > 0));
    const timer = open.has('onNoReply') ? now + 1440 : Infinity;
    const message = { key: `${path}#${pass}`, step, path, sent: now, open, timer };
    messages.push(message);
    for (const deliveryScript of deliveryScripts) {
      for (const kind of ['open', 'click', 'reply'] as const) {
        if (deliveryScript[kind] !== undefined) reactions.push({ at: now + deliveryScript[kind], message, kind });
      }
    }
    return false;
  }

  /** The first minute after now outside quiet hours, by trying each minute. */
  function nextMinute(quiet: QuietHours): number {
    const toFullMinute = Math.ceil(start / 60_000) * 60_000 - start;
    for (let minute = now; ; minute++) {
      const at = minute + (toFullMinute ? toFullMinute / 60_000 : 0);
      if (at > now && !isQuiet(quiet, start + at * 60_000)) return at;
    }
  }

  const order = ['open', 'click', 'reply'];

  /** The first pending thing: by minute; then changes, reactions, timers, threads; then in order of creation. */
  function next(): { at: number; rank: number; order: number; run: () => void } | undefined {
    const pending: { at: number; rank: number; order: number; run: () => void }[] = [];
    for (const [index, change] of changes.entries()) {
      pending.push({ at: change.at, rank: 0, order: index, run: () => makeChange(index) });
    }
    for (const reaction of reactions) {
      const { message, kind } = reaction;
      const place = messages.indexOf(message) * 3 + order.indexOf(kind);
      pending.push({ at: reaction.at, rank: 1, order: place, run: () => react(reaction) });
    }
    for (const [index, message] of messages.entries()) {
      if (message.open.has('onNoReply')) {
        pending.push({ at: message.timer, rank: 2, order: index, run: () => startHandler(message, 'onNoReply') });
      }
    }
    for (const [index, thread] of threads.entries()) {
      pending.push({ at: thread.at, rank: 3, order: index, run: () => goOn(thread) });
    }
    return pending.sort((a, b) => a.at - b.at || a.rank - b.rank || a.order - b.order)[0];
  }

  function makeChange(index: number): void {
    const [change] = changes.splice(index, 1);
    const before = structuredClone(data);
    for (const [place, value] of Object.entries(change!.set)) {
      const members = place.split('.');
      const last = members.pop()!;
      let holder = data;
      for (const member of members) holder = (holder[member] ??= {}) as Loose;
      holder[last] = value;
    }
    const events = eventsOf(before, data);
    if (started && events.some((event) => stopTriggersOf(flow).includes(event))) throw new RunOver('ended');
  }

  function react(reaction: Reaction): void {
    reactions.splice(reactions.indexOf(reaction), 1);
    const { message, kind } = reaction;
    if (now > message.sent + 10_080) return;
    const name = ({ open: 'onOpen', click: 'onClickLink', reply: 'onResponse' } as const)[kind];
    if (message.open.has(name)) startHandler(message, name);
    else if (kind === 'reply') message.open.delete('onNoReply');
  }

  function startHandler(message: Message, name: HandlerName): void {
    message.open.delete(name);
    if (name === 'onResponse') message.open.delete('onNoReply');
    if (name === 'onNoReply') message.open.delete('onResponse');
    const thread = `${name}@${message.key}`;
    note(thread, message.path, message.step, { outcome: 'starts', handler: name });
    trace.at(-1)!['type'] = 'handler';
    const walk = list(message.step[name]!, `${message.path}.${name}`, thread, 'none');
    const created = { name: thread, walk, at: now };
    threads.push(created);
    goOn(created);
  }

  let started = false;

  function goOn(thread: Thread): void {
    started = true;
    const step = thread.walk.next();
    if (step.done) threads.splice(threads.indexOf(thread), 1);
    else thread.at = step.value;
  }

  const isAlive = (at: number): boolean =>
    threads.length > 0 || messages.some(({ sent, open }) => open.size > 0 && at <= sent + 10_080);

  threads.push({ name: 'main', walk: list(flow.steps, 'steps', 'main', 'none'), at: 0 });
  let outcome: SimulationResult['outcome'] = 'completed';
  let reason: string | undefined;
  try {
    for (let event = next(); event && event.at < Infinity && isAlive(event.at); event = next()) {
      now = event.at;
      event.run();
    }
  } catch (error) {
    if (!(error instanceof RunOver)) throw error;
    ({ outcome, reason } = error);
  }
  const code = reason === undefined ? {} : { reason };
  return {
    outcome,
    ...code,
    at: Number(trace.at(-1)?.['at'] ?? 0),
    trace,
    messages: sent,
  } as unknown as SimulationResult;
}

/** DEF6 for the values of random rules. */
function naiveRule(rule: Rule, field: (name: string) => unknown): boolean {
  const found = field(rule.field);
  const word = (value: unknown): string => String(value).trim().toLowerCase();
  const numeric = (value: unknown): boolean =>
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));
  const same = (value: unknown): boolean => {
    if (found === null || value === null) return false;
    if (numeric(found) && numeric(value)) return Number(found) === Number(value);
    return word(found) === word(value);
  };
  const numbers = numeric(found) && numeric(rule.value) ? [Number(found), Number(rule.value)] : [NaN, NaN];
  const values = Array.isArray(rule.value) ? (rule.value as unknown[]) : [];
  const empty = found === null || found === '' || (Array.isArray(found) && found.length === 0);
  const results = {
    '=': same(rule.value),
    '!=': !same(rule.value),
    in: values.some(same),
    'not-in': !values.some(same),
    empty,
    'not-empty': !empty,
    '>': numbers[0]! > numbers[1]!,
    '<': numbers[0]! < numbers[1]!,
    '>=': numbers[0]! >= numbers[1]!,
    '<=': numbers[0]! <= numbers[1]!,
  };
  return results[rule.operator];
}

/**
 * The end of a wait in São Paulo, by trying each minute; minutes since 1970. The scenarios are in January: the only holiday of the weeks
 * around them is New Year.
 */
function endOfWait({ minutes, until, businessHours }: DelayStep, from: number): number {
  const local = (at: number): { day: number; time: number } => ({
    day: Math.floor((at - 180) / 1440),
    time: at - 180 - Math.floor((at - 180) / 1440) * 1440,
  });
  const weekday = (at: number): number => (local(at).day + 4) % 7;
  const isOpen = (at: number): boolean =>
    weekday(at) >= 1 && weekday(at) <= 5 && local(at).time >= 480 && local(at).time < 1080;
  const isTime = (at: number): boolean => {
    if (!until) return at >= from + minutes;
    const [hour = 0, minute = 0] = until.time.split(':').map(Number);
    const isDay = (until.days?.includes(weekday(at)) ?? true) && !(until.nextDay && local(at).day === local(from).day);
    return isDay && local(at).time === hour * 60 + minute && at >= from + (until.atLeast ?? 0);
  };
  const first = (fits: (at: number) => boolean, begin: number): number | undefined => {
    for (let at = begin; at < begin + 60 * 1440; at++) if (fits(at)) return at;
    return undefined;
  };
  const end = first(isTime, from + 1)!;
  if (!businessHours) return end;
  return first((at) => isTime(at) && isOpen(at), from + 1) ?? first(isOpen, end)!;
}

/** Quiet hours in São Paulo, which is always three hours behind UTC: it has had no daylight saving time since 2019. */
function isQuiet(quiet: QuietHours | undefined, instant: number): boolean {
  if (!quiet) return false;
  const local = new Date(instant - 3 * 3_600_000);
  const time = local.toISOString().slice(11, 16);
  const today = local.getUTCDay();
  const begins = (day: number): boolean => quiet.days?.includes((day + 7) % 7) ?? true;
  if (quiet.from < quiet.to) return begins(today) && time >= quiet.from && time < quiet.to;
  return (begins(today) && time >= quiet.from) || (begins(today - 1) && time < quiet.to);
}
