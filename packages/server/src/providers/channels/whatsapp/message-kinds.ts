import { firstText, objectIn, textIn, type Json } from '../json.ts';
import { observed, type Observation } from '../observation.ts';

// The kinds of WhatsApp messages by the names of WhatsApp's own protocol (WAProto `Message`), which some gateways pass on. A
// reply is a new message that a person wrote to us. What changes or reacts to a message, moves keys or reports a call is none.

/** The kinds that are replies, each with the members that hold its text: what the person wrote, else the label or the id that they chose. */
const replies: Readonly<Record<string, readonly string[]>> = {
  conversation: [],
  extendedTextMessage: ['text'],
  imageMessage: ['caption'],
  videoMessage: ['caption'],
  ptvMessage: ['caption'],
  audioMessage: [],
  documentMessage: ['caption'],
  stickerMessage: [],
  stickerPackMessage: ['caption'],
  locationMessage: ['comment'],
  liveLocationMessage: ['caption'],
  contactMessage: [],
  contactsArrayMessage: [],
  buttonsResponseMessage: ['selectedDisplayText', 'selectedButtonId'],
  templateButtonReplyMessage: ['selectedDisplayText', 'selectedId'],
  listResponseMessage: ['title', 'singleSelectReply.selectedRowId'],
  interactiveResponseMessage: ['body.text'],
  productMessage: ['body'],
  orderMessage: ['message'],
  pollCreationMessage: [],
  pollCreationMessageV2: [],
  pollCreationMessageV3: [],
  pollCreationMessageV5: [],
  eventMessage: [],
  groupInviteMessage: ['caption'],
  newsletterAdminInviteMessage: ['caption'],
  newsletterFollowerInviteMessageV2: ['caption'],
  sendPaymentMessage: [],
  requestPaymentMessage: [],
  paymentInviteMessage: [],
  invoiceMessage: [],
  highlyStructuredMessage: [],
  templateMessage: [],
  buttonsMessage: ['contentText'],
  listMessage: ['description'],
  interactiveMessage: ['body.text'],
};

const textKinds: ReadonlySet<string> = new Set(['conversation', 'extendedTextMessage']);

/** The kinds that are no replies. Some contain a message: an edited one, or one that another device of ours sent. */
const asides: ReadonlySet<string> = new Set([
  'albumMessage',
  'bcallMessage',
  'botTaskMessage',
  'call',
  'callLogMesssage',
  'cancelPaymentRequestMessage',
  'chat',
  'commentMessage',
  'declinePaymentRequestMessage',
  'deviceSentMessage',
  'editedMessage',
  'encCommentMessage',
  'encEventResponseMessage',
  'encReactionMessage',
  'eventCoverImage',
  'groupStatusMentionMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'keepInChatMessage',
  'limitSharingMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'pinInChatMessage',
  'placeholderMessage',
  'pollCreationOptionImageMessage',
  'pollResultSnapshotMessage',
  'pollResultSnapshotMessageV3',
  'pollUpdateMessage',
  'protocolMessage',
  'questionResponseMessage',
  'reactionMessage',
  'requestPhoneNumberMessage',
  'richResponseMessage',
  'scheduledCallCreationMessage',
  'scheduledCallEditMessage',
  'secretEncryptedMessage',
  'statusAddYours',
  'statusMentionMessage',
  'statusNotificationMessage',
  'statusQuestionAnswerMessage',
  'statusQuotedMessage',
  'statusStickerInteractionMessage',
  'stickerSyncRmrMessage',
]);

/** Members that may stand beside the kind. */
const companions: ReadonlySet<string> = new Set([
  'contextInfo',
  'fastRatchetKeySenderKeyDistributionMessage',
  'messageContextInfo',
  'senderKeyDistributionMessage',
]);

/** How many messages within messages are read: disappearing, then seen once, then with a caption. */
const deepest = 5;

/** A message of a person. `answers`: the provider's id of the message that it quotes, or ''. */
type WrittenMessage = { readonly text: string; readonly answers: string };

/**
 * The reply in a message of WhatsApp's protocol. Null: not a reply; a message without content and one of an unknown kind are observed. Any
 * other member that contains a `message` is a wrapper (disappearing, seen once, with a caption), and what it contains is read.
 */
export function readMessage(message: unknown): WrittenMessage | Observation | null {
  let inner = objectIn(message);
  const contexts: unknown[] = [inner.contextInfo];
  for (let depth = 0; depth < deepest; depth++) {
    const members = Object.entries(inner).filter(([, value]) => value !== null && value !== undefined);
    const written = members.filter(([name]) => Object.hasOwn(replies, name));
    contexts.push(...members.map(([, value]) => objectIn(value).contextInfo));
    if (written.length > 0) {
      const text = firstText(...written.flatMap(([name, value]) => textsIn(name, value)));
      // Without its text such a message has no content.
      if (text === '' && written.every(([name]) => textKinds.has(name))) return observed('empty_message');
      return {
        text,
        answers: firstText(...contexts.map(objectIn).flatMap(({ stanzaId, stanzaID }) => [stanzaId, stanzaID])),
      };
    }
    // Gateways add texts of their own beside the kind, such as `base64`.
    const kinds = members.filter(([name, value]) => typeof value === 'object' && !companions.has(name));
    if (kinds.some(([name]) => asides.has(name))) return null;
    const [kind, wrapper] = kinds[0] ?? [];
    if (kind === undefined) return members.length > 0 ? null : observed('empty_message');
    const { message: wrapped } = objectIn(wrapper);
    if (typeof wrapped !== 'object' || wrapped === null) return observed('unknown_kind', kind);
    inner = wrapped as Json;
  }
  return observed('unknown_kind', 'nested');
}

const textsIn = (name: string, value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : replies[name]!.map((path) =>
        textIn(path.split('.').reduce<unknown>((at, member) => objectIn(at)[member], value)),
      );

/** Whether an address is a group, a status, a channel or a list of recipients, and not one person. */
export const isShared = (address: string): boolean =>
  /(?:@(?:g\.us|broadcast|newsletter)|-(?:group|broadcast))$/.test(address);
