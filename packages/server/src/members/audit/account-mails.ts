// AUT8: the e-mails about accounts and their texts. The queue stores kind and values; the text is rendered when the e-mail is sent.

/** The values that the text of an e-mail needs. They contain no secret and no data of shoppers. */
export type AccountMailDetails = {
  /** Name of the store; null: the e-mail is not about a store. */
  readonly store: string | null;
  /** E-mail of the user who acted; null: the command line. */
  readonly by: string | null;
  /** Whether a secret key acted. */
  readonly byKey?: boolean;
  /** E-mail of the affected user; null: none. */
  readonly about: string | null;
  readonly detail: string | null;
  /** Milliseconds. */
  readonly at: number;
};

/** The values as they are queued: users by their ids, whose e-mails are looked up when the e-mail is sent. */
export type QueuedMailDetails = Omit<AccountMailDetails, 'by' | 'about'> & {
  readonly byId: string | null;
  readonly aboutId: string | null;
};

type Text = { readonly subject: string; readonly what: (details: AccountMailDetails) => string };

/** The texts by kind. Each kind is an audited activity (AUT6) about which owners get an e-mail. */
export const accountMails = {
  signed_in_new_browser: {
    subject: 'entrada por um navegador novo',
    what: ({ by, detail }) =>
      `${by ?? 'Uma pessoa'} entrou no painel por um navegador novo${detail ? ` (${detail})` : ''}.`,
  },
  password_changed: { subject: 'senha trocada', what: (d) => `A senha de ${owner(d)} foi trocada.` },
  email_changed: {
    subject: 'e-mail da conta trocado',
    what: ({ detail, ...d }) => `O e-mail da conta ${detail ?? owner(d)} foi trocado por ${owner(d)}.`,
  },
  second_factor_on: {
    subject: 'verificação em duas etapas ligada',
    what: (d) => `A verificação em duas etapas de ${owner(d)} foi ligada.`,
  },
  second_factor_off: {
    subject: 'verificação em duas etapas desligada',
    what: (d) => `A verificação em duas etapas de ${owner(d)} foi desligada.`,
  },
  passkey_added: { subject: 'chave de acesso criada', what: (d) => `${owner(d)} criou uma chave de acesso (passkey).` },
  passkey_removed: {
    subject: 'chave de acesso removida',
    what: (d) => `Uma chave de acesso (passkey) de ${owner(d)} foi removida.`,
  },
  recovery_codes_made: {
    subject: 'códigos de recuperação criados',
    what: (d) => `${owner(d)} criou novos códigos de recuperação. Os anteriores não valem mais.`,
  },
  recovery_code_used: {
    subject: 'código de recuperação usado',
    what: (d) => `Um código de recuperação de ${owner(d)} foi usado.`,
  },
  member_invited: {
    subject: 'convite para a equipe',
    what: (d) => `${actor(d)} convidou ${d.detail ?? 'uma pessoa'}.`,
  },
  member_granted: {
    subject: 'equipe mudou',
    what: (d) => `${d.about ?? 'Uma pessoa'} agora trabalha na loja${d.detail ? ` como ${role(d.detail)}` : ''}.`,
  },
  member_revoked: { subject: 'equipe mudou', what: (d) => `${d.about ?? 'Uma pessoa'} saiu da equipe.` },
  team_rules_changed: { subject: 'regras da equipe mudaram', what: (d) => `${actor(d)} mudou as regras da equipe.` },
  key_created: { subject: 'chave de API criada', what: (d) => `${actor(d)} criou uma chave de API.` },
  key_rotated: { subject: 'chave de API trocada', what: (d) => `${actor(d)} trocou uma chave de API.` },
  webhook_created: {
    subject: 'webhook criado',
    what: (d) => `${actor(d)} criou um webhook que envia os eventos da loja para ${d.detail ?? 'outro sistema'}.`,
  },
  webhook_changed: {
    subject: 'webhook alterado',
    what: (d) => `${actor(d)} alterou o webhook para ${d.detail ?? 'outro sistema'}.`,
  },
  webhook_deleted: {
    subject: 'webhook excluído',
    what: (d) => `${actor(d)} excluiu o webhook para ${d.detail ?? 'outro sistema'}.`,
  },
  webhook_secret_rotated: {
    subject: 'segredo de um webhook trocado',
    what: (d) => `${actor(d)} trocou o segredo do webhook para ${d.detail ?? 'outro sistema'}.`,
  },
  key_ended: { subject: 'chave de API encerrada', what: (d) => `${actor(d)} encerrou uma chave de API.` },
  payments_changed: {
    subject: 'formas de pagamento mudaram',
    what: (d) => `${actor(d)} mudou as formas de pagamento.`,
  },
  payments_saved_unverified: {
    subject: 'formas de pagamento mudaram',
    what: (d) => `${actor(d)} salvou uma conta de pagamentos sem verificar.`,
  },
  payments_change_waits: {
    subject: 'pedido para mudar a conta que recebe',
    what: (d) =>
      `${actor(d)} pediu para mudar a conta que recebe o dinheiro da loja. A mudança vale em 24 horas, ou antes se outro dono confirmar. Qualquer dono pode cancelar em Configurações, Pagamento.`,
  },
  payments_change_cancelled: {
    subject: 'mudança da conta que recebe cancelada',
    what: (d) => `${actor(d)} cancelou a mudança da conta que recebe. Tudo segue como estava.`,
  },
  channel_connected: { subject: 'canal de mensagens mudou', what: (d) => `${actor(d)} conectou um canal${named(d)}.` },
  channel_saved_unverified: {
    subject: 'canal de mensagens mudou',
    what: (d) => `${actor(d)} salvou um canal${named(d)} sem verificar.`,
  },
  channel_disconnected: {
    subject: 'canal de mensagens desconectado',
    what: (d) => `${actor(d)} desconectou um canal${named(d)}.`,
  },
  shop_connected: { subject: 'loja conectada', what: (d) => `${actor(d)} conectou uma loja online${named(d)}.` },
  shop_disconnected: {
    subject: 'loja desconectada',
    what: (d) => `${actor(d)} desconectou uma loja online${named(d)}.`,
  },
  shop_data_requested: {
    subject: 'um cliente pediu uma cópia dos dados',
    what: (d) =>
      `A plataforma da sua loja online${named(d)} avisou que um cliente pediu uma cópia dos seus dados. O pedido está na plataforma; a cópia se exporta em Privacidade, na busca do cliente.`,
  },
  phone_removed: {
    subject: 'celular do WhatsApp desconectado',
    what: (d) => `${actor(d)} desconectou o celular do WhatsApp.`,
  },
  prices_changed: {
    subject: 'descontos mudaram',
    what: (d) => `${actor(d)} mudou os descontos, as parcelas ou o pedido mínimo.`,
  },
  large_coupon_created: {
    subject: 'cupom de desconto alto criado',
    what: (d) => `${actor(d)} criou um cupom de desconto alto${named(d)}.`,
  },
  order_bump_changed: {
    subject: 'oferta no pagamento mudou',
    what: (d) => `${actor(d)} mudou a oferta que aparece no pagamento.`,
  },
  freight_account_changed: {
    subject: 'conta de frete mudou',
    what: (d) => `${actor(d)} mudou uma conta de frete${named(d)}.`,
  },
  conversions_changed: {
    subject: 'plataformas de anúncios mudaram',
    what: (d) => `${actor(d)} mudou o que as plataformas de anúncios recebem.`,
  },
  conversions_saved_unverified: {
    subject: 'plataformas de anúncios mudaram',
    what: (d) => `${actor(d)} salvou uma plataforma de anúncios sem testar.`,
  },
  protected_settings_changed: {
    subject: 'configurações da loja mudaram',
    what: (d) => `${actor(d)} mudou configurações protegidas da loja${named(d)}.`,
  },
  domain_changed: {
    subject: 'domínio da página de pagamento mudou',
    what: (d) => `${actor(d)} mudou o domínio da página de pagamento.`,
  },
  order_paid: {
    subject: 'pedido marcado como pago',
    what: (d) => `${actor(d)} marcou como pago ${order(d)}.`,
  },
  order_accepted: {
    subject: 'pedido aceito com o valor que entrou',
    what: (d) => `${actor(d)} aceitou o valor que entrou por ${order(d)}.`,
  },
  store_deleted: {
    subject: 'loja apagada',
    what: (d) => `${actor(d)} apagou a loja. As chaves dela não valem mais e nada mais é enviado.`,
  },
  order_refunded: {
    subject: 'dinheiro devolvido',
    what: (d) => `${actor(d)} devolveu o dinheiro${d.detail ? ` do pedido ${d.detail}` : ' de um pedido'}.`,
  },
  person_exported: { subject: 'dados exportados', what: (d) => `${actor(d)} exportou os dados de uma pessoa.` },
  person_erased: { subject: 'dados apagados', what: (d) => `${actor(d)} apagou os dados de uma pessoa.` },
  runs_exported: {
    subject: 'dados exportados',
    what: (d) => `${actor(d)} exportou jornadas com dados de compradores.`,
  },
  messages_exported: {
    subject: 'dados exportados',
    what: (d) => `${actor(d)} exportou mensagens com dados de compradores.`,
  },
  orders_exported: {
    subject: 'dados exportados',
    what: (d) => `${actor(d)} exportou pedidos com dados de compradores.`,
  },
  contacts_exported: {
    subject: 'dados exportados',
    what: (d) => `${actor(d)} exportou contatos de compradores.`,
  },
} as const satisfies Record<string, Text>;

/** A kind of e-mail about accounts. */
export type AccountMailKind = keyof typeof accountMails;

/** Whether owners get an e-mail about an activity. */
export const isAccountMailKind = (what: string): what is AccountMailKind => Object.hasOwn(accountMails, what);

/** Subject and text of an e-mail, with the address of the panel. */
export function accountMailText(
  kind: AccountMailKind,
  details: AccountMailDetails,
  panelUrl: string,
): { subject: string; text: string } {
  const { subject, what }: Text = accountMails[kind];
  const when = new Date(details.at).toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const lines = [
    'Olá,',
    '',
    what(details),
    '',
    ...(details.store === null ? [] : [`Loja: ${mailName(details.store)}`]),
    `Quando: ${when} (horário de Brasília)`,
    '',
    `Não reconhece? Entre em ${panelUrl}, troque a sua senha e encerre as outras sessões em "Senha e segurança".`,
    '',
  ];
  return {
    subject: `${details.store === null ? 'Retoma' : mailName(details.store)}: ${subject}`,
    text: lines.join('\n'),
  };
}

/**
 * A store's name for e-mails: one line of at most 60 characters, without words that mail programs turn into links. An empty result becomes
 * "sua loja".
 */
export function mailName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => !/:\/\/|^www\.|@|[\p{L}\p{N}-]\.\p{L}{2,}/iu.test(word))
    .join(' ')
    .trim()
    .slice(0, 60);
  return plain === '' ? 'sua loja' : plain;
}

const actor = ({ by, byKey }: AccountMailDetails): string =>
  by ?? (byKey ? 'Um sistema, com a chave de API da loja,' : 'Alguém, pelo servidor,');

/** E-mail of the account's user: the affected user if one is given (command line), else the user who acted. */
const owner = ({ about, by }: Omit<AccountMailDetails, 'detail'>): string => about ?? by ?? 'uma conta';

/** What was changed, in brackets; nothing if it is not known. */
const named = ({ detail }: AccountMailDetails): string => (detail === null ? '' : ` (${detail})`);
const order = ({ detail }: AccountMailDetails): string => (detail === null ? 'um pedido' : `o pedido ${detail}`);

const roles: Record<string, string> = { owner: 'dono', editor: 'editor', support: 'atendimento', reader: 'leitura' };
const role = (name: string): string => roles[name] ?? name;
