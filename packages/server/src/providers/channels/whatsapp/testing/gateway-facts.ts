// What the gateways' own sources say of their webhooks, written down as data: names and types only. Each list names its source; what a
// provider adds later is found by comparing it again.

/**
 * The members of WhatsApp's `Message` (WAProto of WhiskeySockets/Baileys, May 2026). Evolution API passes them on, and uazapi names them
 * with a capital letter. `FutureProof`: a wrapper, whose only member is a `message`.
 */
export const waMessageMembers = {
  plain:
    `conversation senderKeyDistributionMessage imageMessage contactMessage locationMessage extendedTextMessage documentMessage
    audioMessage videoMessage call chat protocolMessage contactsArrayMessage highlyStructuredMessage
    fastRatchetKeySenderKeyDistributionMessage sendPaymentMessage liveLocationMessage requestPaymentMessage declinePaymentRequestMessage
    cancelPaymentRequestMessage templateMessage stickerMessage groupInviteMessage templateButtonReplyMessage productMessage
    deviceSentMessage messageContextInfo listMessage orderMessage listResponseMessage invoiceMessage buttonsMessage
    buttonsResponseMessage paymentInviteMessage interactiveMessage reactionMessage stickerSyncRmrMessage interactiveResponseMessage
    pollCreationMessage pollUpdateMessage keepInChatMessage requestPhoneNumberMessage encReactionMessage pollCreationMessageV2
    scheduledCallCreationMessage pinInChatMessage pollCreationMessageV3 scheduledCallEditMessage ptvMessage callLogMesssage
    messageHistoryBundle encCommentMessage bcallMessage eventMessage encEventResponseMessage commentMessage
    newsletterAdminInviteMessage placeholderMessage secretEncryptedMessage albumMessage stickerPackMessage pollResultSnapshotMessage
    richResponseMessage statusNotificationMessage messageHistoryNotice statusQuestionAnswerMessage questionResponseMessage
    statusQuotedMessage statusStickerInteractionMessage pollCreationMessageV5 newsletterFollowerInviteMessageV2
    pollResultSnapshotMessageV3`.split(/\s+/),
  futureProof: `viewOnceMessage ephemeralMessage documentWithCaptionMessage viewOnceMessageV2 editedMessage
    viewOnceMessageV2Extension groupMentionedMessage botInvokeMessage lottieStickerMessage eventCoverImage statusMentionMessage
    pollCreationOptionImageMessage associatedChildMessage groupStatusMentionMessage pollCreationMessageV4 statusAddYours
    groupStatusMessage limitSharingMessage botTaskMessage questionMessage groupStatusMessageV2 botForwardedMessage
    questionReplyMessage`.split(/\s+/),
} as const;

/** The contents of Z-API's `ReceivedCallback` (Z-API/z-api-docs, `on-message-received.md`, April 2026): the members that are objects. */
export const zApiContents =
  `text hydratedTemplate reaction buttonsResponseMessage pixKeyMessage buttonsMessage listResponseMessage
  carouselMessage image audio video contact document location sticker requestPayment sendPayment product order poll pollVote
  reviewAndPay reviewOrder newsletterAdminInvite pinMessage event eventResponse`.split(/\s+/);

/** The notices that Z-API sends as `ReceivedCallback`, by their `notification` (the same page). */
export const zApiNotifications =
  `CALL_VOICE CALL_MISSED_VOICE PAYMENT_ACTION_REQUEST_DECLINED MEMBERSHIP_APPROVAL_REQUEST
  REVOKED_MEMBERSHIP_REQUESTS NEWSLETTER_ADMIN_PROMOTE NEWSLETTER_ADMIN_DEMOTE PROFILE_NAME_UPDATED PROFILE_PICTURE_UPDATED
  CHAT_LABEL_ASSOCIATION GROUP_MEMBER_LINK_PROPERTY_UPDATE E2E_ENCRYPTED CIPHERTEXT REVOKE`.split(/\s+/);

/** The kinds of messages in webhooks of a real uazapi instance (TitoBahe/uazapi-webhook-events-examples, April 2026). */
export const uazapiMessageTypes =
  `AudioMessage ContactMessage Conversation DocumentMessage ExtendedTextMessage ImageMessage
  ListResponseMessage LocationMessage PollCreationMessageV3 PollUpdateMessage ReactionMessage StickerMessage VideoMessage`.split(
    /\s+/,
  );

/** The types of messages in the Cloud API's webhooks (Meta's webhook reference, `messages`, August 2026). */
export const cloudApiTypes = {
  messages:
    `audio button contacts document edit errors image interactive location order reaction revoke sticker system text
    unsupported video`.split(/\s+/),
  interactive: ['button_reply', 'list_reply', 'nfm_reply', 'call_permission_reply'],
} as const;

const text = { type: 'string', minLength: 1 } as const;

/** The bodies of webhooks with a received message, as JSON schemas of the members on which parsing depends. */
export const receivedSchemas = {
  /** evolution-api, `webhook.controller.ts` and `prepareMessage` of `whatsapp.baileys.service.ts` (2.3.6). */
  evolution: {
    type: 'object',
    required: ['event', 'instance', 'data', 'date_time', 'sender', 'apikey'],
    properties: {
      event: { const: 'messages.upsert' },
      instance: text,
      date_time: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' },
      data: {
        type: 'object',
        required: ['key', 'message', 'messageType', 'messageTimestamp'],
        properties: {
          key: {
            type: 'object',
            required: ['remoteJid', 'fromMe', 'id'],
            properties: {
              remoteJid: { type: 'string', pattern: '@(s\\.whatsapp\\.net|lid|g\\.us|broadcast|newsletter)$' },
            },
          },
          message: { type: 'object' },
          messageTimestamp: { type: 'integer' },
        },
      },
    },
  },
  /** Z-API/z-api-docs, `on-message-received.md`. */
  zApi: {
    type: 'object',
    required: ['instanceId', 'messageId', 'phone', 'fromMe', 'momment', 'status', 'type', 'isGroup'],
    properties: {
      type: { const: 'ReceivedCallback' },
      messageId: text,
      phone: text,
      momment: { type: 'integer', minimum: 1_000_000_000_000 },
      fromMe: { type: 'boolean' },
    },
  },
  /** TitoBahe/uazapi-webhook-events-examples. */
  uazapi: {
    type: 'object',
    required: ['EventType', 'BaseUrl', 'instanceName', 'owner', 'token', 'message'],
    properties: {
      EventType: { const: 'messages' },
      message: {
        type: 'object',
        required: [
          'id',
          'messageid',
          'chatid',
          'sender',
          'fromMe',
          'isGroup',
          'messageType',
          'messageTimestamp',
          'edited',
        ],
        properties: {
          messageType: { type: 'string', pattern: '^[A-Z]' },
          messageTimestamp: { type: 'integer', minimum: 1_000_000_000_000 },
          edited: { type: 'string' },
        },
      },
    },
  },
} as const;
