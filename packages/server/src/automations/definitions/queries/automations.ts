import type { Trigger } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { foldedSql } from '../../../base/postgres/search-text.ts';
import { affectsOne, execute, queryOne, queryRow, queryRows } from '../../../base/postgres/query.ts';

/** A row of automations. `draft` is the definition as text (EDT1). */
export type AutomationRow = {
  automationId: string;
  storeId: string;
  name: string;
  /** The event of the published version, or of the draft if none is published; null if the draft names no event (EDT9). */
  triggerEvent: Trigger | null;
  draft: string;
  draftRevision: number;
  active: boolean;
  publishedVersion: number | null;
  updatedAt: Date;
  /** The user who saved the draft; null: the command line. */
  savedBy: string | null;
};

/** The columns that a save stores. */
export type AutomationDraft = Pick<
  AutomationRow,
  'automationId' | 'storeId' | 'name' | 'triggerEvent' | 'draft' | 'savedBy'
>;

const columns = `automation_id as "automationId", store_id as "storeId", name, trigger_event as "triggerEvent", draft,
  draft_revision as "draftRevision", active, published_version as "publishedVersion", updated_at as "updatedAt",
  draft_saved_by as "savedBy"`;

/** Stores a new automation, not published. */
export const automationInsert = (db: Queryable, draft: AutomationDraft): Promise<AutomationRow> =>
  queryOne(db, {
    text: `insert into automations (automation_id, store_id, name, trigger_event, draft, draft_saved_by)
     values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
    values: [draft.automationId, draft.storeId, draft.name, draft.triggerEvent, draft.draft, draft.savedBy],
  });

/**
 * Replaces the draft if its revision is still `revision`; the event of a published version stays (EDT1). Undefined if the revision has
 * changed or the automation is deleted.
 */
export const automationUpdateDraft = (
  db: Queryable,
  draft: AutomationDraft,
  revision: number,
): Promise<AutomationRow | undefined> =>
  queryRow(db, {
    text: `update automations set name = $3, draft = $5,
       trigger_event = case when published_version is null then $4 else trigger_event end, draft_revision = draft_revision + 1, updated_at = now(),
       draft_saved_by = $7
     where store_id = $1 and automation_id = $2 and draft_revision = $6 and deleted_at is null
     returning ${columns}`,
    values: [draft.storeId, draft.automationId, draft.name, draft.triggerEvent, draft.draft, revision, draft.savedBy],
  });

/** One automation of a store; `forUpdate` inside a transaction that will change it. */
export const automationFind = (
  db: Queryable,
  storeId: string,
  automationId: string,
  forUpdate = false,
): Promise<AutomationRow | undefined> =>
  queryRow(db, {
    text: `select ${columns} from automations where store_id = $1 and automation_id = $2 and deleted_at is null
     ${forUpdate ? 'for update' : ''}`,
    values: [storeId, automationId],
  });

/** Locks automations of a store, in the order of their ids. */
export const automationLockMany = (
  db: Queryable,
  storeId: string,
  automationIds: readonly string[],
): Promise<AutomationRow[]> =>
  queryRows(db, {
    text: `select ${columns} from automations where store_id = $1 and automation_id = any($2::uuid[]) and deleted_at is null
     order by automation_id for update`,
    values: [storeId, automationIds],
  });

/** The automations of a store, oldest first. */
export const automationList = (db: Queryable, storeId: string): Promise<AutomationRow[]> =>
  queryRows(db, {
    text: `select ${columns} from automations where store_id = $1 and deleted_at is null order by created_at, automation_id`,
    values: [storeId],
  });

/** An automation that a search found. */
export type FoundAutomation = Pick<
  AutomationRow,
  'automationId' | 'name' | 'triggerEvent' | 'active' | 'publishedVersion'
>;

/** Automations of a store whose name contains a text, or with one of these ids, by name. */
export const automationSearch = (
  db: Queryable,
  storeId: string,
  { text, ids }: { readonly text: string | null; readonly ids: readonly string[] },
  limit: number,
): Promise<FoundAutomation[]> =>
  queryRows(db, {
    text: `select automation_id as "automationId", name, trigger_event as "triggerEvent", active,
       published_version as "publishedVersion"
     from automations where store_id = $1 and deleted_at is null
       and (automation_id = any($3::uuid[]) or position(${foldedSql('$2')} in ${foldedSql('name')}) > 0)
     order by active desc, name, automation_id limit $4`,
    values: [storeId, text, ids, limit],
  });

/** The events that select a published version: its trigger, and those that stop its runs (RUN18). */
export type PublishedDefinition = { triggerEvent: Trigger; stopOn: readonly Trigger[] };

/** Publishes the draft as the next version; the caller holds the row's lock. Returns the version's number. */
export async function automationPublish(
  db: Queryable,
  automation: AutomationRow,
  active: boolean,
  { triggerEvent, stopOn }: PublishedDefinition,
  publishedBy: string | null,
): Promise<number> {
  const version = (automation.publishedVersion ?? 0) + 1;
  await execute(db, {
    text: `insert into automation_versions (automation_id, version, store_id, definition, trigger_event, stop_on, published_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [automation.automationId, version, automation.storeId, automation.draft, triggerEvent, stopOn, publishedBy],
  });
  await execute(db, {
    text: `update automations set published_version = $3, active = $4, trigger_event = $5, updated_at = now()
     where store_id = $1 and automation_id = $2`,
    values: [automation.storeId, automation.automationId, version, active, triggerEvent],
  });
  return version;
}

/** RUN16: switches the published version on or off; `waitingRuns`: whether live runs are held or finish while it is off. */
export const automationSetActive = (
  db: Queryable,
  storeId: string,
  automationId: string,
  active: boolean,
  waitingRuns: 'hold' | 'finish',
): Promise<void> =>
  execute(db, {
    text: `update automations set active = $3, waiting_runs = $4, updated_at = now()
     where store_id = $1 and automation_id = $2`,
    values: [storeId, automationId, active, waitingRuns],
  });

/** Deletes an automation. It starts no more runs; its versions stay for the runs that have begun. False if there is none. */
export const automationDelete = (db: Queryable, storeId: string, automationId: string): Promise<boolean> =>
  affectsOne(db, {
    text: `update automations set deleted_at = now(), active = false
     where store_id = $1 and automation_id = $2 and deleted_at is null`,
    values: [storeId, automationId],
  });

/** A published version. */
export type AutomationVersionRow = { version: number; definition: string; publishedAt: Date };

/** The versions of an automation, newest first. */
export const automationVersionList = (
  db: Queryable,
  storeId: string,
  automationId: string,
): Promise<AutomationVersionRow[]> =>
  queryRows(db, {
    text: `select version, definition, published_at as "publishedAt" from automation_versions
     where store_id = $1 and automation_id = $2 order by version desc`,
    values: [storeId, automationId],
  });

/** An automation that reacts to an event. */
export type ListeningAutomation = { automationId: string; storeId: string; trigger: Trigger; version: number };

/**
 * The active automations that react to these events of these stores (arrays of equal length). They are locked for share, so that
 * none is switched off before the caller's transaction ends (RUN16).
 */
export const automationListenFor = (
  db: Queryable,
  storeIds: readonly string[],
  triggers: readonly Trigger[],
): Promise<ListeningAutomation[]> =>
  queryRows(db, {
    name: 'automation-listen-for',
    text: `
      select a.automation_id as "automationId", a.store_id as "storeId", a.trigger_event as trigger,
        a.published_version as version
      from automations a
      where a.active and (a.store_id, a.trigger_event) in (select * from unnest($1::uuid[], $2::text[]))
      order by a.automation_id for share`,
    values: [storeIds, triggers],
  });

/** The active automations of a store that react to one of these events. Locks nothing. */
export const automationListActive = (
  db: Queryable,
  storeId: string,
  triggers: readonly Trigger[],
): Promise<Pick<ListeningAutomation, 'automationId' | 'version'>[]> =>
  queryRows(db, {
    name: 'automation-list-active',
    text: `select automation_id as "automationId", published_version as version from automations
           where store_id = $1 and active and trigger_event = any($2::text[])`,
    values: [storeId, triggers],
  });

/** RUN16: whether the runs of an automation continue, are held until it is switched on again, or end because it is deleted. */
export type AutomationStatus = { automationId: string; status: 'on' | 'held' | 'deleted' };

/** The statuses of automations, locked for share as in `automationListenFor`. */
export const automationStatuses = (db: Queryable, automationIds: readonly string[]): Promise<AutomationStatus[]> =>
  queryRows(db, {
    name: 'automation-statuses',
    text: `
      select automation_id as "automationId",
        case when deleted_at is not null then 'deleted'
             when active or waiting_runs = 'finish' then 'on' else 'held' end as status
      from automations where automation_id = any($1::uuid[]) order by automation_id for share`,
    values: [automationIds],
  });

/** RUN16: the automations of these runs whose runs are held, locked as in `automationStatuses`. */
export async function automationFindHeld(
  db: Queryable,
  runs: readonly { readonly automationId: string }[],
): Promise<ReadonlySet<string>> {
  const statuses = await automationStatuses(db, [...new Set(runs.map(({ automationId }) => automationId))]);
  return new Set(statuses.filter(({ status }) => status === 'held').map(({ automationId }) => automationId));
}

/** Published definitions by automation and version (arrays of equal length). */
export const automationVersionFindMany = (
  db: Queryable,
  automationIds: readonly string[],
  versions: readonly number[],
): Promise<{ automationId: string; version: number; definition: string }[]> =>
  queryRows(db, {
    text: `select v.automation_id as "automationId", v.version, v.definition
     from unnest($1::uuid[], $2::int[]) as k (automation_id, version)
     join automation_versions v on v.automation_id = k.automation_id and v.version = k.version`,
    values: [automationIds, versions],
  });
