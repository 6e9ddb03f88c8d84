import { readAutomation, readAutomationStatus, readVersions } from '../read-automations.ts';
import { validationOptions } from '../validation-options.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { presentHead } from './automation-responses.ts';
import { isId } from '../../../base/ids.ts';

/** Reads an automation, its status and its versions. */
export const readAutomationHandlers = (
  context: Context,
): PanelHandlers<'readAutomation' | 'automationStatus' | 'listVersions' | 'readVersion'> => ({
  /** GET /panel/api/stores/:storeId/automations/:automationId: one automation with its draft and its published definition. */
  readAutomation: async ({ params: { storeId, automationId } }) => {
    const { db, usersDb, config } = context;
    const mode = config.templateValidationMode;
    const automation = await readAutomation({ db, usersDb, mode }, storeId, automationId);
    if (!automation) return 'NOT_FOUND';
    const { draft, published } = automation;
    const { knowsPixCode } = await validationOptions({ mode }, db, storeId);
    return { success: true, automation: { ...presentHead(automation), draft, published, mode, knowsPixCode } };
  },
  /** GET /panel/api/stores/:storeId/automations/:automationId/status: what publishing or pausing it affects. */
  automationStatus: async ({ params: { storeId, automationId } }) => {
    const status = await readAutomationStatus(context, storeId, automationId);
    return status ? { success: true, ...status } : 'NOT_FOUND';
  },
  /** GET /panel/api/stores/:storeId/automations/:automationId/versions: the published versions, newest first. */
  listVersions: async ({ params: { storeId, automationId } }) => {
    const versions = await readVersions(context, storeId, automationId);
    if (!versions) return 'NOT_FOUND';
    return {
      success: true,
      versions: versions.map(({ version, publishedAt, publishedBy, liveRuns }) => ({
        version,
        publishedAt: publishedAt.toISOString(),
        publishedBy,
        liveRuns,
      })),
    };
  },
  /** GET /panel/api/stores/:storeId/automations/:automationId/versions/:version: one version with its definition. */
  readVersion: async ({ params: { storeId, automationId, version } }) => {
    if (!isId(automationId) || !/^[1-9]\d{0,8}$/.test(version)) return 'NOT_FOUND';
    const [found] = (await readVersions(context, storeId, automationId, Number(version))) ?? [];
    return found ? { success: true, version: { ...found, publishedAt: found.publishedAt.toISOString() } } : 'NOT_FOUND';
  },
});
