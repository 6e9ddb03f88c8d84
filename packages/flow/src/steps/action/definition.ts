import { checkEmailData } from '../../channels/email.ts';
import { checkSmsData } from '../../channels/sms.ts';
import { checkWhatsappData } from '../../channels/whatsapp.ts';
import {
  actionOutlets,
  sendNames,
  unexecutedNames,
  type SendName,
  type UnexecutedName,
} from '../../definition/step.ts';
import {
  checkFilled,
  checkObject,
  checkUnknown,
  checkUnknownDepth,
  checkWord,
  type CheckSteps,
} from '../../validate/members.ts';
import type { Raw, Report } from '../../validate/report.ts';
import { checkCommon, knownMembers } from '../members.ts';

const actionMembers = knownMembers('name', 'data', ...actionOutlets);
const names: readonly string[] = [...sendNames, ...unexecutedNames];

/** The check of `data` by the action's name; an action that is never executed may contain anything (RUN9). */
const dataChecks = {
  send_whatsapp: checkWhatsappData,
  send_email: checkEmailData,
  send_sms: checkSmsData,
  webhook: checkFreeData,
  create_coupon: checkFreeData,
} satisfies Record<SendName | UnexecutedName, (data: Raw, report: Report) => void>;

/** Checks the members of an action (specification DEF4). */
export function checkAction(step: Raw, report: Report, checkSteps: CheckSteps): void {
  const { name } = step;
  let count = checkCommon(step, report) + checkWord(report, name, 'name', names, true);
  const known = typeof name === 'string' && Object.hasOwn(dataChecks, name);
  const sends = known && name.startsWith('send_');
  const check = (data: Raw, report: Report): void => {
    if (sends) checkFilled(report, data);
    (known ? dataChecks[name as SendName] : checkFreeData)(data, report);
  };
  count += checkObject(report, step.data, 'data', sends, check);
  count += checkSteps(report, step.onNext, 'onNext', false);
  count += checkSteps(report, step.onResponse, 'onResponse', false);
  count += checkSteps(report, step.onOpen, 'onOpen', false);
  count += checkSteps(report, step.onClickLink, 'onClickLink', false);
  count += checkSteps(report, step.onNoReply, 'onNoReply', false);
  checkUnknown(report, step, count, actionMembers);
}

function checkFreeData(data: Raw, report: Report): void {
  for (const member of Object.keys(data)) checkUnknownDepth(report, data[member], member);
}
