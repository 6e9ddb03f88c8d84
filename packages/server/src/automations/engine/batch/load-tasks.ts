import { isOver, mayNeedData, readState, type RunState, type StoredState } from '@retoma/flow';
import {
  deletedStore,
  type CompiledVersion,
  type RunStore,
  type VersionKey,
} from '../../definitions/compiled-versions.ts';
import type { RunSnapshot } from '../queries/run-snapshot.ts';
import type { Engine } from '../engine.ts';
import { loadContext, type Subject } from './load-context.ts';
import type { Batch, LoadedTask, RunTask } from './types.ts';

/** Loads the version and the state of each task, and a context for those that may need it. */
export async function loadTasks(
  engine: Engine,
  { client, now }: Batch,
  tasks: readonly RunTask[],
): Promise<readonly LoadedTask[]> {
  const keys = await versionKeys(engine, tasks);
  const versions = await engine.versions.load(client, keys);
  const loaded: LoadedTask[] = [];
  const subjects: Subject[] = [];
  const places: number[] = [];
  for (const [index, task] of tasks.entries()) {
    const compiled = versions[index] ?? null;
    const before = stateOf(task);
    const isDefective = before !== null && hasDefect(task, before);
    const needsContext = compiled !== null && mayNeedContext(task, compiled, before, isDefective);
    loaded.push({ task, compiled, before, isDefective, needsContext, context: null });
    if (!needsContext) continue;
    places.push(index);
    subjects.push({ task, compiled, store: keys[index]!.store });
  }
  if (subjects.length === 0) return loaded;
  const contexts = await loadContext(engine, client, subjects, now);
  engine.crashPoint('context loaded');
  for (const [index, place] of places.entries())
    loaded[place] = { ...loaded[place]!, context: contexts[index] ?? null };
  return loaded;
}

/** The version that each run follows. */
async function versionKeys(engine: Engine, tasks: readonly RunTask[]): Promise<VersionKey[]> {
  const stores = new Map<string, RunStore>();
  const keys: VersionKey[] = [];
  for (const { run } of tasks) {
    const { storeId, automationId, version } = run;
    let store = stores.get(storeId);
    if (!store) {
      store = (await engine.findStore(storeId)) ?? deletedStore(storeId);
      stores.set(storeId, store);
    }
    keys.push({ automationId, version, store });
  }
  return keys;
}

function stateOf({ run, state }: RunSnapshot): RunState | null {
  if (state !== undefined) return state;
  return run.state === null ? null : readState(JSON.parse(run.state) as StoredState);
}

/** Whether the run failed by a defect, and only a retry would continue it (RUN19). */
const hasDefect = ({ run, inputs }: RunTask, before: RunState): boolean =>
  run.finishedAt !== null && !isOver(before) && inputs.every(({ input }) => input.type !== 'retry');

/** Pending messages are decided again; and an event that stops a new run may exist already (RUN18). */
function mayNeedContext(
  { inputs, pending, startedAt, wake }: RunTask,
  { plan }: CompiledVersion,
  before: RunState | null,
  isDefective: boolean,
): boolean {
  if (pending !== undefined) return true;
  if (isDefective) return false;
  return (startedAt !== undefined && plan.stopOn.length > 0) || mayNeedData(plan, before, inputs, wake);
}
