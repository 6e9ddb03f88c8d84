import { triggerNames } from '@retoma/flow';
import { connectionStatuses, saveAutomation, storeFind, withDatabase } from '@retoma/server/commands';
import { refusal, type CommandOutput, type Command } from '../command.ts';
import { describeSaved } from '../describe-saved.ts';
import { languageOf, languageOption } from '../language.ts';
import { channelLabels } from '../option-values.ts';
import { storeNotFound, storeCommand } from '../store-command.ts';
import { modeOf, modeOption } from './validate.ts';

/** Loaded on demand, so that other commands start without them. */
const loadTemplates = () => import('@retoma/flow/templates');

const texts = {
  'pt-BR': {
    use: 'Para usar um modelo: retoma automation template use NAME --store ID [--publish]',
    unknown: (name: string) => `O modelo ${name} não existe. Para ver todos: retoma automation template list`,
    noSender: (storeId: string) =>
      `Este modelo envia e-mail, e a loja não tem um endereço de e-mail. Para informar: retoma store set ${storeId} --email E`,
    unconnected: (channel: string) =>
      `${channel} não está conectado: as mensagens desse canal falham até você conectar.`,
  },
  en: {
    use: 'To use a template: retoma automation template use NAME --store ID [--publish]',
    unknown: (name: string) => `Template ${name} does not exist. To list all: retoma automation template list`,
    noSender: (storeId: string) =>
      `This template sends e-mail, and the store has no e-mail address. To set it: retoma store set ${storeId} --email E`,
    unconnected: (channel: string) =>
      `${channel} is not connected: messages of this channel fail until you connect it.`,
  },
} as const;

const list: Command = {
  usage: 'automation template list',
  summary: 'List the automation templates; needs no database',
  options: { lang: languageOption },
  args: 0,
  async run(input) {
    const locale = languageOf(input);
    const { channelsOf, flowTemplates } = await loadTemplates();
    const templates = flowTemplates.map(({ name, flow, about }) => ({
      name,
      title: about.title[locale],
      promise: about.promise[locale],
      trigger: flow.trigger_event,
      channels: channelsOf(flow),
      story: about.story.map(({ text, ...moment }) => ({ ...moment, text: text[locale] })),
    }));
    const lines = templates.map(({ name, title, promise, trigger, channels }) =>
      [
        `${name}: ${title}`,
        `  ${promise}`,
        `  ${triggerNames[trigger][locale]} · ${channels.map((channel) => channelLabels[channel]).join(', ')}`,
      ].join('\n'),
    );
    return { json: { templates }, text: [...lines, texts[locale].use].join('\n\n') };
  },
};

const use = storeCommand({
  usage: 'automation template use NAME --store ID [--publish]',
  summary: 'Create an automation from a template',
  options: {
    publish: { type: 'boolean', description: 'Publish and activate the automation' },
    mode: modeOption,
  },
  args: 1,
  async run(input) {
    const name = input.args[0]!;
    const { storeId, locale } = input;
    const mode = modeOf(input);
    const { channelsOf, flowTemplates, withSender } = await loadTemplates();
    const template = flowTemplates.find((template) => template.name === name);
    if (!template) return refusal('TEMPLATE_NOT_FOUND', texts[locale].unknown(name));
    const needed = channelsOf(template.flow);
    return withDatabase(input.environment, async ({ db, audit, mailThread }): Promise<CommandOutput> => {
      const store = await storeFind(db, storeId);
      if (!store) return storeNotFound(storeId);
      if (needed.includes('email') && store.email === null)
        return refusal('SENDER_MISSING', texts[locale].noSender(storeId));
      const flow = withSender(template.flow, { name: store.name, address: store.email ?? '' });
      const text = JSON.stringify(flow, null, 2);
      const publish = input.values['publish'] === true;
      const saved = await saveAutomation({ db, mode, locale, mailThread }, { storeId, text, publish }, audit);
      const answer = describeSaved(name, saved, locale);
      if (!saved.ok) return answer;
      const connected = new Set((await connectionStatuses(db, storeId)).map(({ channel }) => channel));
      const unconnected = needed.filter((channel) => !connected.has(channel));
      const warnings = unconnected.map((channel) => texts[locale].unconnected(channelLabels[channel]));
      return { json: { ...answer.json, unconnected }, text: [answer.text, ...warnings].join('\n') };
    });
  },
});

/** Commands for automation templates: list them, use one. */
export const templateCommands = { 'automation template list': list, 'automation template use': use };
