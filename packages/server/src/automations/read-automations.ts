import { readableFlow, type Channel, type Mode } from '@retoma/flow';
import { isSimulated } from '../channels/index.ts';
import type { Queryable } from '../db/pool.ts';
import {
  automationLiveRuns,
  automationRead,
  automationReadAll,
  automationReadVersions,
  type AutomationReading,
  type LiveRuns,
  type VersionReading,
} from '../db/queries/automations/automation-views.ts';
import { connectionStatuses } from '../db/queries/contacts/connections.ts';
import { problemsOf } from './save-draft.ts';

/** Dependencies of reading automations. */
export type ReadingParts = { readonly db: Queryable; readonly mode: Mode };

/** An automation with the number of issues of its draft. */
export type AutomationSummary = AutomationReading & {
  problems: { errors: number; warnings: number };
  /** Whether the draft differs from the published definition. */
  hasChanges: boolean;
};

const automationSummary = (automation: AutomationReading, mode: Mode): AutomationSummary => ({
  ...automation,
  problems: problemsOf(automation.draft, mode),
  hasChanges: automation.draft !== automation.published,
});

/** The automations of a store. */
export const readAutomations = async ({ db, mode }: ReadingParts, storeId: string): Promise<AutomationSummary[]> =>
  (await automationReadAll(db, storeId)).map((automation) => automationSummary(automation, mode));

/** One automation of a store. */
export async function readAutomation(
  { db, mode }: ReadingParts,
  storeId: string,
  automationId: string,
): Promise<AutomationSummary | undefined> {
  const automation = await automationRead(db, storeId, automationId);
  return automation && automationSummary(automation, mode);
}

/** A channel that a draft sends on. `lastError`: why its connection needs the owner's attention. */
export type ChannelStatus = {
  channel: Channel;
  connected: boolean;
  isSandbox: boolean;
  verified: boolean;
  lastError: string | null;
};

/** The live runs and channels that publishing or pausing an automation affects; undefined if there is no such automation. */
export async function readAutomationStatus(
  { db }: Pick<ReadingParts, 'db'>,
  storeId: string,
  automationId: string,
): Promise<{ liveRuns: LiveRuns[]; channels: ChannelStatus[] } | undefined> {
  const automation = await automationRead(db, storeId, automationId);
  if (!automation) return undefined;
  const { channelsOf } = await import('@retoma/flow/templates');
  const connections = new Map((await connectionStatuses(db, storeId)).map((one) => [one.channel, one]));
  return {
    liveRuns: await automationLiveRuns(db, storeId, automationId),
    channels: channelsOf(readableFlow(JSON.parse(automation.draft))).map((channel) => {
      const connection = connections.get(channel);
      if (!connection) return { channel, connected: false, isSandbox: false, verified: false, lastError: null };
      const { verified, lastError } = connection;
      return { channel, connected: true, isSandbox: isSimulated(connection), verified, lastError };
    }),
  };
}

/**
 * The versions of an automation, newest first, each with the number of its live runs; `version`: only that one. Undefined if there is no
 * such automation.
 */
export async function readVersions(
  { db }: Pick<ReadingParts, 'db'>,
  storeId: string,
  automationId: string,
  version?: number,
): Promise<(VersionReading & { liveRuns: number })[] | undefined> {
  if (!(await automationRead(db, storeId, automationId))) return undefined;
  const live = new Map(
    (await automationLiveRuns(db, storeId, automationId)).map(({ version, runs }) => [version, runs]),
  );
  const versions = await automationReadVersions(db, storeId, automationId, version);
  return versions.map((one) => ({ ...one, liveRuns: live.get(one.version) ?? 0 }));
}

export { automationCounts as countAutomations } from '../db/queries/automations/automation-views.ts';
