import { isRaw } from '../members/raw.ts';
import type { Raw } from '../members/report.ts';
import { triggers } from '../members/trigger.ts';
import { sendNames, stepTypes } from '../steps/step.ts';

/** A word of a definition that was understood as another: `wait` as `delay`, at `steps[0].type`. */
export type NearWord = { path: string; from: string; to: string };

const table = (entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(entries).flatMap(([to, words]) => words.split(' ').map((word) => [word, to] as const)));

/** Words as people and other programs write them, in Portuguese and English, without accents; what they mean here. */
const triggerWords = table({
  'pix.generated': 'pix_gerado pix_criado pix_emitido pix_pendente pix_created pix_pending gerou_pix pix',
  'payment.confirmed':
    'pagamento_confirmado pagamento_aprovado pedido_pago pix_pago compra_aprovada payment_approved payment_paid order_paid',
  'payment.failed':
    'pagamento_recusado pagamento_falhou cartao_recusado payment_refused payment_declined card_declined',
  'boleto.generated': 'boleto_gerado boleto_emitido boleto_criado boleto_created boleto',
  'cart.abandoned': 'carrinho_abandonado abandono_de_carrinho abandoned_cart cart_abandonment checkout_abandoned',
  'lead.created': 'lead novo_lead lead_criado contato_criado novo_contato new_lead',
  tracking_code_updated:
    'rastreio_atualizado codigo_de_rastreio rastreio pedido_enviado tracking_updated tracking_code order_shipped',
});
const typeWords = table({
  delay: 'wait espera esperar aguardar sleep pause timer atraso',
  condition: 'if if_else se condicao condicional decision decisao branch switch split',
  action: 'acao mensagem message send enviar',
  loop: 'repeat repetir repeticao while for',
  retry: 'tentar tentativa tentativas try',
  end: 'fim stop finish exit encerrar',
});
const sendWords = table({
  send_whatsapp: 'whatsapp whats zap wpp mensagem_whatsapp enviar_whatsapp whatsapp_message',
  send_email: 'email e_mail mail enviar_email email_message',
  send_sms: 'sms enviar_sms torpedo sms_message',
});
const statusWords = table({
  paid: 'pago paga aprovado approved confirmado confirmed',
  pending: 'pendente aguardando nao_pago waiting unpaid',
  failed: 'recusado recusada refused declined',
  cancelled: 'cancelado cancelada canceled',
});
const flowMembers = table({
  trigger_event: 'trigger gatilho event evento',
  name: 'nome title titulo',
  steps: 'passos etapas actions acoes flow fluxo',
});
const stepMembers = table({
  minutes: 'minutos duration duracao tempo delay wait_minutes',
  name: 'action acao channel canal',
  steps: 'passos etapas',
  branches: 'ramos caminhos paths',
  if_true: 'then entao yes sim true on_true',
  if_false: 'else senao no nao false on_false',
  conditions: 'condition condicao rules regras',
});
/** A loop has a member `condition` of its own. */
const loopMembers = new Map([...stepMembers].filter(([word]) => word !== 'condition'));
const ruleMembers = table({ field: 'campo', operator: 'operador op', value: 'valor' });
const dataMembers = table({ message: 'mensagem texto text content conteudo', subject: 'assunto', body: 'corpo' });

const wordKey = (word: string): string =>
  word
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s.\-_/]+/g, '_');

/**
 * EDT16: a definition with near words replaced by those of the format, and the list of what was replaced. A word that the format has stays,
 * so a valid definition is returned with an empty list.
 */
export function understandWords(definition: Raw): { flow: Raw; words: NearWord[] } {
  const words: NearWord[] = [];
  return { flow: new Reader(words).flow(definition), words };
}

const lists = ['steps', 'if_true', 'if_false', 'onNext', 'onResponse', 'onNoReply', 'onOpen', 'onClickLink'];

class Reader {
  readonly #words: NearWord[];

  constructor(words: NearWord[]) {
    this.#words = words;
  }

  flow(definition: Raw): Raw {
    const flow = this.#renamed(definition, '', flowMembers);
    const { trigger_event: event } = flow;
    if (isRaw(event)) flow['trigger_event'] = event['event'] ?? event['type'] ?? event['name'];
    this.#replace(flow, '', 'trigger_event', triggerWords, triggers);
    return this.#withLists(flow, '');
  }

  #step(value: unknown, path: string): unknown {
    if (!isRaw(value)) return value;
    const isSend = sendWords.has(wordKey(String(value['type']))) || sendNames.some((name) => name === value['type']);
    const isLoop = value['type'] === 'loop' || typeWords.get(wordKey(String(value['type']))) === 'loop';
    const step = this.#renamed(value, path, isLoop ? loopMembers : stepMembers);
    if (isSend && step['name'] === undefined) {
      step['name'] = step['type'];
      step['type'] = 'action';
      this.#words.push({ path: `${path}.type`, from: String(value['type']), to: 'action' });
    }
    this.#replace(step, path, 'type', typeWords, stepTypes);
    if (step['type'] === 'action') this.#action(step, path);
    if (step['type'] === 'delay') this.#delay(step, path);
    if (isRaw(step['conditions'])) step['conditions'] = [step['conditions']];
    this.#rules(step, path);
    if (Array.isArray(step['branches'])) {
      step['branches'] = step['branches'].map((branch: unknown, index) => {
        const here = `${path}.branches[${index}]`;
        if (!isRaw(branch)) return branch;
        const read = this.#renamed(branch, here, stepMembers);
        this.#rules(read, here);
        return this.#withLists(read, here);
      });
    }
    return this.#withLists(step, path);
  }

  #action(step: Record<string, unknown>, path: string): void {
    this.#replace(step, path, 'name', sendWords, sendNames);
    if (!sendNames.some((name) => name === step['name'])) return;
    const { data } = step;
    const moved: Record<string, unknown> = isRaw(data) ? this.#renamed(data, `${path}.data`, dataMembers) : {};
    for (const member of Object.keys(step)) {
      const target =
        dataMembers.get(wordKey(member)) ?? (/^(?:message|subject|html|body)$/.test(member) ? member : undefined);
      if (target === undefined || moved[target] !== undefined) continue;
      moved[target] = step[member];
      delete step[member];
      this.#words.push({ path: `${path}.${member}`, from: member, to: `data.${target}` });
    }
    if (step['name'] === 'send_whatsapp' && moved['type'] === undefined && typeof moved['message'] === 'string')
      moved['type'] = 'text';
    if (Object.keys(moved).length > 0) step['data'] = moved;
  }

  /** Hours and days become minutes. */
  #delay(step: Record<string, unknown>, path: string): void {
    if (step['minutes'] !== undefined) return;
    for (const [members, minutes] of [
      ['hours horas', 60],
      ['days dias', 1440],
    ] as const) {
      const member = Object.keys(step).find((one) => members.split(' ').includes(wordKey(one)));
      if (member === undefined || typeof step[member] !== 'number') continue;
      step['minutes'] = step[member] * minutes;
      this.#words.push({
        path: `${path}.${member}`,
        from: `${member}: ${step[member]}`,
        to: `minutes: ${String(step['minutes'])}`,
      });
      delete step[member];
    }
  }

  #rules(owner: Record<string, unknown>, path: string): void {
    if (!Array.isArray(owner['conditions'])) return;
    owner['conditions'] = owner['conditions'].map((rule: unknown, index) => {
      if (!isRaw(rule)) return rule;
      const here = `${path}.conditions[${index}]`;
      const read = this.#renamed(rule, here, ruleMembers);
      if (/status|pag/i.test(String(read['field'])))
        this.#replace(read, here, 'value', statusWords, [...statusWords.values()]);
      return read;
    });
  }

  #withLists(owner: Record<string, unknown>, path: string): Record<string, unknown> {
    const at = path === '' ? '' : `${path}.`;
    for (const member of lists) {
      const steps = owner[member];
      if (Array.isArray(steps))
        owner[member] = steps.map((step, index) => this.#step(step, `${at}${member}[${index}]`));
    }
    return owner;
  }

  /** A copy in which members have the format's names, in their order; a name that is there already is not overwritten. */
  #renamed(value: Raw, path: string, names: ReadonlyMap<string, string>): Record<string, unknown> {
    const at = path === '' ? '' : `${path}.`;
    const entries = Object.entries(value).map(([member, inner]) => {
      const to = [...names.values()].includes(member) ? undefined : names.get(wordKey(member));
      if (to === undefined || value[to] !== undefined) return [member, inner] as const;
      this.#words.push({ path: `${at}${member}`, from: member, to });
      return [to, inner] as const;
    });
    return Object.fromEntries(entries);
  }

  #replace(
    owner: Record<string, unknown>,
    path: string,
    member: string,
    words: ReadonlyMap<string, string>,
    accepted: readonly string[],
  ): void {
    const from = owner[member];
    if (typeof from !== 'string' || accepted.includes(from)) return;
    const to = accepted.find((one) => wordKey(one) === wordKey(from)) ?? words.get(wordKey(from));
    if (to === undefined) return;
    owner[member] = to;
    this.#words.push({ path: path === '' ? member : `${path}.${member}`, from, to });
  }
}
