import { readableData } from '../../channels/readable.ts';
import { actionOutlets, sendNames, unexecutedNames } from '../step.ts';
import { objectIn, withMembers } from '../../members/readable.ts';
import type { ReadStep } from '../read-step.ts';
import { channelOf } from './send.ts';

/** Reads an action; undefined if its name is unknown. */
export const readAction: ReadStep = (step, readList) => {
  const name = sendNames.find((one) => one === step.name);
  if (name === undefined && !unexecutedNames.some((one) => one === step.name)) return undefined;
  const data = name ? readableData(channelOf[name], step.data) : objectIn(step.data, (free) => free);
  return withMembers(step, {
    data,
    ...Object.fromEntries(actionOutlets.map((outlet) => [outlet, readList(step[outlet], outlet)])),
  });
};
