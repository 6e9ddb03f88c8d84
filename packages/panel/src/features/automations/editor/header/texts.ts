import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of the editor's header. */
export const texts = defineTexts(
  {
    name: 'Nome da automação',
    active: 'Ativa',
    paused: 'Pausada',
    live: (version: number) => `versão ${version} no ar`,
    published: (version: number) => `versão ${version}`,
    never: 'Nunca publicada',
    changed: 'com mudanças por publicar',
    reader: 'Você pode ver, mas não mudar esta automação.',
    switchOn: 'Pausada: ativar automação',
    switchOff: 'Ativa: pausar automação',
    switchedOn: 'Automação ativa. As jornadas seguradas continuam.',
    switchedOff: 'Automação pausada.',
    test: 'Testar',
    copied: 'JSON copiado.',
    download: 'Baixar JSON',
  },
  {
    name: 'Name of the automation',
    active: 'Active',
    paused: 'Paused',
    live: (version) => `version ${version} is live`,
    published: (version) => `version ${version}`,
    never: 'Never published',
    changed: 'with changes to publish',
    reader: 'You can see this automation, but not change it.',
    switchOn: 'Paused: switch the automation on',
    switchOff: 'Active: pause the automation',
    switchedOn: 'The automation is active. The runs that were held go on.',
    switchedOff: 'The automation is paused.',
    test: 'Test',
    copied: 'JSON copied.',
    download: 'Download the JSON',
  },
);
