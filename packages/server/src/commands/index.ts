// What the command line may run; the only door of the server.
export { automationCodes } from '../automations/codes.ts';
export { refusalBody } from '../automations/refusal.ts';
export { saveAutomation } from '../automations/save-automation.ts';
export { ConfigError } from '../config/config.ts';
export { apiKeyList } from '../db/queries/api-keys.ts';
export { storeDelete, storeFind, storeList } from '../db/queries/stores.ts';
export { createUser } from '../people/create-user.ts';
export { changeStore, createKey, createStore, revokeKey, rotateKey } from '../stores/manage-stores.ts';
export { webhookSecret } from '../stores/webhook-secret.ts';
export { serve, type Service } from './serve.ts';
export { withDatabase } from './with-database.ts';
export { work } from './work.ts';
