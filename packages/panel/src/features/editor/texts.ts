import { defineTexts } from '../../ui/texts.ts';

/** What the frame of the editor says. */
export const texts = defineTexts(
  { views: 'Modo de visualização', diagram: 'Diagrama', list: 'Lista', json: 'JSON' },
  { views: 'View', diagram: 'Diagram', list: 'List', json: 'JSON' },
);
