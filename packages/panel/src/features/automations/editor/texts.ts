import { defineTexts } from '../../../ui/texts.ts';

/** The texts of the editor's frame. */
export const texts = defineTexts(
  { views: 'Modo de visualização', diagram: 'Diagrama', list: 'Lista', json: 'JSON' },
  { views: 'View', diagram: 'Diagram', list: 'List', json: 'JSON' },
);
