import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of saved views. */
export const viewTexts = defineTexts(
  {
    views: 'Visões',
    save: 'Salvar estes filtros',
    nothingToSave: 'Escolha filtros para salvar',
    manage: 'Apagar visões',
    name: 'Nome da visão',
    nameHint: 'Só você vê. O texto da busca não é salvo.',
    doSave: 'Salvar',
    saved: 'Visão salva.',
    none: 'Nenhuma visão salva.',
    remove: (name: string) => `Apagar a visão ${name}`,
  },
  {
    views: 'Views',
    save: 'Save these filters',
    nothingToSave: 'Choose filters to save them',
    manage: 'Delete views',
    name: 'Name of the view',
    nameHint: 'Only you see it. What you search for is not saved.',
    doSave: 'Save',
    saved: 'The view is saved.',
    none: 'No saved view.',
    remove: (name) => `Delete the view ${name}`,
  },
);
