import { firstIdOf } from '../../../base/ids.ts';
import { unhurried, type Queryable } from '../../../base/postgres/pool.ts';
import { queryRow, queryRows } from '../../../base/postgres/query.ts';
import type { AutomationRow } from '../../definitions/queries/automations.ts';

/** An automation for display, with the published definition. */
export type AutomationReading = AutomationRow & { published: string | null };

const reading = `
  select a.automation_id as "automationId", a.store_id as "storeId", a.name, a.trigger_event as "triggerEvent", a.draft,
    a.draft_revision as "draftRevision", a.active, a.published_version as "publishedVersion", a.updated_at as "updatedAt",
    a.draft_saved_by as "savedBy", v.definition as published
  from automations a
  left join automation_versions v on v.automation_id = a.automation_id and v.version = a.published_version
  where a.store_id = $1 and a.deleted_at is null`;

/** The automations of a store, those that run first, then by name. */
export const automationReadAll = (db: Queryable, storeId: string): Promise<AutomationReading[]> =>
  queryRows(db, { text: `${reading} order by a.active desc, lower(a.name), a.automation_id`, values: [storeId] });

/** One automation of a store for display. */
export const automationRead = (
  db: Queryable,
  storeId: string,
  automationId: string,
): Promise<AutomationReading | undefined> =>
  queryRow(db, { text: `${reading} and a.automation_id = $2`, values: [storeId, automationId] });

/** An automation's counts: runs that began, messages that were sent, and messages that failed. */
export type AutomationCounts = { automationId: string; entered: number; messages: number; failed: number };

/** The counts of a store's automations since `since`; automations with neither runs nor messages are left out. */
export const automationCounts = (db: Queryable, storeId: string, since: Date): Promise<AutomationCounts[]> =>
  queryRows(db, {
    ...unhurried,
    name: 'automation-counts',
    text: `
      with entered as (
        select a.automation_id, n.runs from automations a
        cross join lateral (
          select count(*)::int as runs from runs r where r.automation_id = a.automation_id and r.run_id >= $3) n
        where a.store_id = $1 and a.deleted_at is null),
      sent as (
        select r.automation_id, (count(*) filter (where m.state <> 'failed'))::int as messages,
          (count(*) filter (where m.state = 'failed'))::int as failed
        from messages m join runs r on r.run_id = m.run_id
        where m.store_id = $1 and m.due_at >= $2 and m.state in ('sent', 'delivered', 'read', 'failed')
        group by r.automation_id)
      select automation_id as "automationId", coalesce(runs, 0) as entered, coalesce(messages, 0) as messages,
        coalesce(failed, 0) as failed
      from entered left join sent using (automation_id)
      where runs > 0 or messages > 0 or failed > 0`,
    values: [storeId, since, firstIdOf(since.getTime())],
  });

/** An automation by its name. `exists`: it was not deleted. */
export type AutomationName = Pick<AutomationRow, 'automationId' | 'name' | 'triggerEvent'> & { exists: boolean };

/** The active automations of a store, and these of it, also deleted ones. */
export const automationNames = (db: Queryable, storeId: string, ids: readonly string[]): Promise<AutomationName[]> =>
  queryRows(db, {
    name: 'automation-names',
    text: `
      select automation_id as "automationId", name, trigger_event as "triggerEvent", deleted_at is null as "exists"
      from automations where store_id = $1 and (automation_id = any($2::uuid[]) or (active and deleted_at is null))
      order by lower(name), automation_id`,
    values: [storeId, ids],
  });

/** The number of live runs of a version. */
export type LiveRuns = { version: number; runs: number };

/** The number of live runs of an automation by version, newest version first. */
export const automationLiveRuns = (db: Queryable, storeId: string, automationId: string): Promise<LiveRuns[]> =>
  queryRows(db, {
    text: `select version, count(*)::int as runs from runs
     where store_id = $1 and automation_id = $2 and finished_at is null group by version order by version desc`,
    values: [storeId, automationId],
  });

/** A published version. */
export type VersionReading = {
  version: number;
  definition: string;
  publishedAt: Date;
  /** The user; null: the command line. */
  publishedById: string | null;
};

/** The versions of an automation, newest first; with `version` only that one. */
export const automationReadVersions = (
  db: Queryable,
  storeId: string,
  automationId: string,
  version?: number,
): Promise<VersionReading[]> =>
  queryRows(db, {
    text: `select v.version, v.definition, v.published_at as "publishedAt", v.published_by as "publishedById"
     from automation_versions v
     join automations a on a.automation_id = v.automation_id and a.deleted_at is null
     where a.store_id = $1 and v.automation_id = $2 and ($3::int is null or v.version = $3) order by v.version desc`,
    values: [storeId, automationId, version ?? null],
  });
