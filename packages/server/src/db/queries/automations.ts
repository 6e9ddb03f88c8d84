import type { Trigger } from '@retoma/flow';
import type { Queryable } from '../pool.ts';

/** An automation as the database knows it. `draft` is the definition as text (F1). */
export type AutomationRow = {
  automationId: string;
  storeId: string;
  name: string;
  triggerEvent: Trigger;
  draft: string;
  draftRevision: number;
  active: boolean;
  publishedVersion: number | null;
  updatedAt: Date;
};

/** What a save stores: the text and what is looked up by. */
export type AutomationDraft = Pick<AutomationRow, 'automationId' | 'storeId' | 'name' | 'triggerEvent' | 'draft'>;

const columns = `automation_id as "automationId", store_id as "storeId", name, trigger_event as "triggerEvent", draft,
  draft_revision as "draftRevision", active, published_version as "publishedVersion", updated_at as "updatedAt"`;

/** Stores a new automation, not published. */
export async function automationInsert(db: Queryable, draft: AutomationDraft): Promise<AutomationRow> {
  const { rows } = await db.query<AutomationRow>(
    `insert into automations (automation_id, store_id, name, trigger_event, draft) values ($1, $2, $3, $4, $5)
     returning ${columns}`,
    [draft.automationId, draft.storeId, draft.name, draft.triggerEvent, draft.draft],
  );
  return rows[0]!;
}

/** Replaces the draft where its revision is still `revision`; undefined where it moved on, or the automation is gone. */
export async function automationUpdateDraft(
  db: Queryable,
  draft: AutomationDraft,
  revision: number,
): Promise<AutomationRow | undefined> {
  const { rows } = await db.query<AutomationRow>(
    `update automations set name = $3, trigger_event = $4, draft = $5, draft_revision = draft_revision + 1, updated_at = now()
     where store_id = $1 and automation_id = $2 and draft_revision = $6 and deleted_at is null
     returning ${columns}`,
    [draft.storeId, draft.automationId, draft.name, draft.triggerEvent, draft.draft, revision],
  );
  return rows[0];
}

/** One automation of a store; `forUpdate` inside a transaction that will change it. */
export async function automationFind(
  db: Queryable,
  storeId: string,
  automationId: string,
  forUpdate = false,
): Promise<AutomationRow | undefined> {
  const { rows } = await db.query<AutomationRow>(
    `select ${columns} from automations where store_id = $1 and automation_id = $2 and deleted_at is null
     ${forUpdate ? 'for update' : ''}`,
    [storeId, automationId],
  );
  return rows[0];
}

/** The automations of a store, oldest first. */
export async function automationList(db: Queryable, storeId: string): Promise<AutomationRow[]> {
  const { rows } = await db.query<AutomationRow>(
    `select ${columns} from automations where store_id = $1 and deleted_at is null order by created_at, automation_id`,
    [storeId],
  );
  return rows;
}

/** Makes the draft the next version; the caller holds the row. Answers the version's number. */
export async function automationPublish(db: Queryable, automation: AutomationRow, active: boolean): Promise<number> {
  const version = (automation.publishedVersion ?? 0) + 1;
  await db.query(
    `insert into automation_versions (automation_id, version, store_id, definition, trigger_event)
     values ($1, $2, $3, $4, $5)`,
    [automation.automationId, version, automation.storeId, automation.draft, automation.triggerEvent],
  );
  await db.query(
    `update automations set published_version = $3, active = $4, updated_at = now()
     where store_id = $1 and automation_id = $2`,
    [automation.storeId, automation.automationId, version, active],
  );
  return version;
}

/** C16: switches the published version on or off. */
export async function automationSetActive(
  db: Queryable,
  storeId: string,
  automationId: string,
  active: boolean,
): Promise<void> {
  await db.query('update automations set active = $3, updated_at = now() where store_id = $1 and automation_id = $2', [
    storeId,
    automationId,
    active,
  ]);
}

/** Deletes an automation: it starts nothing more, its versions stay for the runs that have begun. False where there is none. */
export async function automationDelete(db: Queryable, storeId: string, automationId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update automations set deleted_at = now(), active = false
     where store_id = $1 and automation_id = $2 and deleted_at is null`,
    [storeId, automationId],
  );
  return rowCount === 1;
}

/** A published version. */
export type AutomationVersionRow = { version: number; definition: string; publishedAt: Date };

/** The versions of an automation, newest first. */
export async function automationVersionList(
  db: Queryable,
  storeId: string,
  automationId: string,
): Promise<AutomationVersionRow[]> {
  const { rows } = await db.query<AutomationVersionRow>(
    `select version, definition, published_at as "publishedAt" from automation_versions
     where store_id = $1 and automation_id = $2 order by version desc`,
    [storeId, automationId],
  );
  return rows;
}
