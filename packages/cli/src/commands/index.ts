import type { Command } from '../command.ts';
import { automationCommands } from './automation.ts';
import { connectionCommands } from './connection.ts';
import { convertCommands } from './convert.ts';
import { doctorCommands } from './doctor.ts';
import { inboxCommands } from './inbox.ts';
import { keyCommands } from './key.ts';
import { messageCommands } from './message.ts';
import { migrateCommands } from './migrate.ts';
import { orderCommands } from './order.ts';
import { paymentCommands } from './payment.ts';
import { personCommands } from './person.ts';
import { runCommands } from './run.ts';
import { secretCommands } from './secret.ts';
import { serviceCommands } from './serve.ts';
import { shardCommands } from './shard.ts';
import { shippingCommands } from './shipping.ts';
import { simulateCommands } from './simulate.ts';
import { storeCommands } from './store.ts';
import { userCommands } from './user.ts';
import { validateCommands } from './validate.ts';
import { webhookCommands } from './webhook.ts';

/** Every command by its name. */
export const commands: Record<string, Command> = {
  ...serviceCommands,
  ...migrateCommands,
  ...doctorCommands,
  ...shardCommands,
  ...storeCommands,
  ...keyCommands,
  ...secretCommands,
  ...webhookCommands,
  ...connectionCommands,
  ...paymentCommands,
  ...shippingCommands,
  ...orderCommands,
  ...userCommands,
  ...automationCommands,
  ...runCommands,
  ...personCommands,
  ...inboxCommands,
  ...messageCommands,
  ...validateCommands,
  ...simulateCommands,
  ...convertCommands,
};
