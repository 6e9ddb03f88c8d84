import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { shots, sizes } from '../pay-page.ts';
import { ask, openEditor, openStep, savedDraft } from './editor-page.ts';
import { expectAccessible } from './panel-page.ts';

test.use({ viewport: { width: 1280, height: 900 } });

type Email = { steps: { id: string; data: { html: string } }[] };

const template = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../flow/templates/thank-you/flow.json'), 'utf8'),
) as Email;

const shot = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: path.join(shots, `email-editor-${name}.png`) });

/** Opens the template's e-mail in the editor of e-mails; returns it, and the id of the automation. */
async function openEmail(page: Page, html?: string): Promise<{ id: string; studio: Locator }> {
  const definition = structuredClone(template);
  if (html !== undefined) definition.steps.find(({ data }) => data?.html)!.data.html = html;
  const id = await openEditor(page, definition);
  const panel = await openStep(page, /E-mail/);
  await panel.getByRole('button', { name: 'Editar e-mail' }).click();
  return { id, studio: page.getByRole('dialog', { name: 'Conteúdo do e-mail' }) };
}

async function savedHtml(page: Page, id: string): Promise<string> {
  const draft = (await savedDraft(page, id)) as unknown as Email;
  return draft.steps.find(({ data }) => data?.html)!.data.html;
}

/** The HTML that is sent for a text, with example values. */
async function sentHtml(page: Page, text: string): Promise<string> {
  type Answer = { preview: { html: string } };
  return (await ask<Answer>(page, 'POST', '/email-preview', { text, example: 'complete' })).preview.html;
}

test(
  '[EDT13] a button is changed in the preview, a block moved, one deleted; the code and the sent e-mail have it',
  journey,
  async ({ page }) => {
    const { id, studio } = await openEmail(page);
    const fields = studio.getByRole('region', { name: 'Parte escolhida' });
    await studio.getByRole('button', { name: 'Botão: Ver pedido' }).click();
    const label = fields.getByRole('textbox', { name: 'Texto do botão' });
    await expect(label).toHaveText('Ver pedido');
    await label.fill('Acompanhar meu pedido ');
    await label.pressSequentially('agora');
    await expect(studio.frameLocator('iframe').getByText('Acompanhar meu pedido agora')).toBeVisible();
    await expectAccessible(page);
    await shot(page, 'visual');

    // What a metatag becomes is a part too.
    await studio.getByRole('button', { name: 'Tabela dos itens do pedido' }).click();
    await expect(label).toBeHidden();
    await expect(fields).toContainText('Entra pronto no e-mail');
    await studio.getByRole('button', { name: /^Texto: Oi, Maria/ }).click();
    const text = fields.getByRole('textbox', { name: 'Texto', exact: true });
    await expect(text).toHaveText(/^Oi, Primeiro nome do cliente\. Seu pagamento de Total do pedido foi confirmado/);
    await text.press('Control+End');
    await text.pressSequentially(' Até logo <3');
    await shot(page, 'visual-text');

    await studio.getByText('Blocos', { exact: true }).click();
    const items = studio.getByRole('list', { name: 'Blocos do e-mail' }).getByRole('listitem');
    await expect(items).toHaveCount(6);
    const up = items.nth(3).getByRole('button', { name: 'Mover para cima: Botão: Acompanhar meu pedido agora' });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(items.nth(2)).toContainText('Acompanhar meu pedido agora');
    await expect(items.nth(2).getByRole('button', { name: /^Mover para cima/ })).toBeFocused();
    await expect(studio.getByText('Posição 3 de 6')).toBeAttached();
    await items
      .nth(4)
      .getByRole('button', { name: /^Excluir: Texto: Guarde este e-mail/ })
      .click();
    await expect(items).toHaveCount(5);
    await studio.getByRole('button', { name: 'Desfazer' }).click();
    await expect(items).toHaveCount(6);
    await studio.getByRole('button', { name: 'Refazer' }).click();
    await expect(items).toHaveCount(5);
    await expectAccessible(page);
    await shot(page, 'list');

    await studio.getByText('Código', { exact: true }).click();
    const code = studio.getByRole('textbox', { name: 'Código do e-mail' });
    await expect(code).toContainText('Acompanhar meu pedido agora');
    await expect(code).not.toContainText('Guarde este e-mail');
    await studio.getByRole('button', { name: 'Pronto' }).click();
    await expect.poll(() => savedHtml(page, id)).toContain('agora</mj-button>');
    const saved = await savedHtml(page, id);
    const original = template.steps.find(({ data }) => data?.html)!.data.html;
    const button = /.*<mj-button href.*\n/.exec(original)![0];
    expect(saved).toBe(
      original
        .replace(button, '')
        .replace(/.*Guarde este e-mail.*\n/, '')
        .replace(/(?=.*order\.items_html)/, button.replace('Ver pedido', 'Acompanhar meu pedido agora'))
        .replace('a sua compra!', 'a sua compra! Até logo &lt;3'),
    );
    const sent = await sentHtml(page, saved);
    expect(sent).toContain('Acompanhar meu pedido agora');
    expect(sent).toContain('Até logo &lt;3');
    expect(sent).not.toContain('Guarde este e-mail');
    expect(sent.indexOf('Acompanhar meu pedido agora')).toBeLessThan(sent.indexOf('Camiseta Azul'));
  },
);

const codeOnly = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>Oi, veja <a href="https://loja.example/antigo">as novidades</a></mj-text>
        <mj-table><tr><td>Frete grátis</td></tr></mj-table>
        <mj-image src="{{store.logo}}" alt="Logo" width="120px" />
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;

test('[EDT13] by keyboard alone, on a phone: a text and its link; a part made in code leads to its line', async ({
  page,
}) => {
  await page.setViewportSize(sizes.phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  const { id, studio } = await openEmail(page, codeOnly);
  const fields = studio.getByRole('region', { name: 'Parte escolhida' });
  const part = studio.getByRole('button', { name: 'Texto: Oi, veja as novidades' });
  await expect(part).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(part).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  const text = fields.getByRole('textbox', { name: 'Texto', exact: true });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(text).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+b');
  await fields
    .getByRole('textbox', { name: 'Endereço do link "as novidades"' })
    .fill('https://loja.example/novo?a=1&b=2');
  await expectAccessible(page);
  await shot(page, 'phone-dark');
  await expect
    .poll(() => savedHtml(page, id))
    .toBe(
      codeOnly.replace(
        'Oi, veja <a href="https://loja.example/antigo">as novidades</a>',
        '<strong>Oi, veja <a href="https://loja.example/novo?a=1&amp;b=2">as novidades</a></strong>',
      ),
    );

  await studio.getByText('Blocos', { exact: true }).click();
  const part2 = studio.getByRole('button', { name: 'Feito em código', exact: true });
  await part2.click();
  await shot(page, 'phone-list');
  await studio.getByText('Esta parte foi feita em código e só pode ser mudada lá.').waitFor();
  await expectAccessible(page);
  await studio.getByRole('button', { name: 'Abrir o código' }).click();
  const code = studio.getByRole('textbox', { name: 'Código do e-mail' });
  await expect(code).toBeFocused();
  await page.keyboard.type('<!-- aqui -->');
  await expect.poll(() => savedHtml(page, id)).toMatch(/\n<!-- aqui --> {8}<mj-table>/);
});

test('[EDT13] an e-mail in HTML, and one with an error, lead to the code', async ({ page }) => {
  const { studio } = await openEmail(page, '<p>Oi, {{customer.first_name}}</p>');
  await expect(studio.getByRole('alert')).toContainText('Este e-mail foi feito em código e só pode ser mudado lá.');
  await expect(studio.frameLocator('iframe').getByText('Oi, Maria')).toBeVisible();
  await studio.getByRole('button', { name: 'Abrir o código' }).click();
  const code = studio.getByRole('textbox', { name: 'Código do e-mail' });
  await code.fill(codeOnly.replace('<mj-table>', '<mj-tabela>'));
  await studio.getByText('Visual', { exact: true }).click();
  await expect(studio.getByRole('alert')).toContainText('Há um erro no código, na linha 6.');
  await expect(studio.getByRole('alert')).not.toContainText('mj-');
});

test('[EDT13] Escape closes only what opened last, and a block is dragged to another place', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const { id, studio } = await openEmail(page, codeOnly);
  const fields = studio.getByRole('region', { name: 'Parte escolhida' });
  await studio.getByRole('button', { name: 'Imagem: Logo' }).click();
  await fields.getByRole('button', { name: 'Imagens já enviadas' }).click();
  const media = page.getByText('Nenhuma imagem enviada ainda.');
  await expect(media).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(media).toBeHidden();
  await shot(page, 'image-dark');
  await studio.getByRole('button', { name: /^Texto: Oi/ }).click();
  await fields.getByRole('textbox', { name: 'Cor do texto' }).click();
  await page.keyboard.press('Escape');
  await fields.getByRole('textbox', { name: 'Tamanho da letra' }).fill('20');
  await page.keyboard.press('Escape');
  await expect(studio).toBeVisible();
  await expect.poll(() => savedHtml(page, id)).toContain('<mj-text font-size="20px">');

  await studio.getByText('Blocos', { exact: true }).click();
  const items = studio.getByRole('list', { name: 'Blocos do e-mail' }).getByRole('listitem');
  await items
    .nth(2)
    .getByTitle('Arrastar')
    .dragTo(items.nth(0).getByRole('button', { name: /^Texto/, expanded: true }));
  await expect(items.nth(0)).toContainText('Imagem: Logo');
  await studio.getByRole('button', { name: 'Inserir bloco' }).click();
  await page.getByRole('menuitem', { name: 'Botão' }).click();
  await expect(items.nth(1)).toContainText('Botão: Ver pedido');
  await expect(items.nth(1).getByRole('textbox', { name: 'Texto do botão' })).toHaveText('Ver pedido');
  await expect(studio.getByRole('button', { name: 'Botão: Ver pedido', pressed: true })).toBeVisible();
  await shot(page, 'list-dark');
  await expect.poll(() => savedHtml(page, id)).toMatch(/<mj-image[^\n]*\n +<mj-button href="{{checkout.url}}"/);
});

test('Escape closes only the open menu', async ({ page }) => {
  const html = '<mjml><mj-body><mj-section><mj-column><mj-text>Oi</mj-text></mj-column></mj-section></mj-body></mjml>';
  const { studio } = await openEmail(page, html);
  const panel = page.getByRole('complementary', { name: 'Editar passo' });
  await studio.getByText('Blocos', { exact: true }).click();
  const blocks = studio.getByRole('button', { name: 'Inserir bloco' });
  for (const open of [(): Promise<void> => blocks.click(), (): Promise<void> => blocks.press('Enter')]) {
    await open();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(studio).toBeVisible();
  }
  await studio.getByText('Código', { exact: true }).click();
  const code = studio.getByRole('textbox', { name: 'Código do e-mail' });
  await code.click();
  await page.keyboard.press('Control+Space');
  const list = page.getByRole('listbox', { name: 'Dados que você pode inserir' });
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(studio).toBeVisible();
  await studio.getByRole('button', { name: 'Pronto' }).click();
  await expect(studio).toBeHidden();
  const send = panel.getByRole('button', { name: 'Enviar teste para mim' });
  await send.click();
  await expect(page.getByLabel('Seu e-mail')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Seu e-mail')).toBeHidden();
  await expect(panel).toBeVisible();
  await panel.getByRole('textbox', { name: 'Assunto' }).click();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});
