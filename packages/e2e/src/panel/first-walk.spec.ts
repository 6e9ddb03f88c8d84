import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { journey } from '../journey.ts';
import { shots, sizes } from '../pay-page.ts';
import { demo } from '../service.ts';
import { openStep } from './editor-page.ts';
import { panelUrl } from './panel-page.ts';

const { baseUrl, demo: store } = demo();
/** The pictures in docs/first-walk are copies of these. */
const pictures = path.join(shots, 'first-walk');

test(
  'from the first start to a published PIX recovery whose message is in the inbox: at most 12 clicks',
  journey,
  async ({ page }) => {
    test.slow();
    mkdirSync(pictures, { recursive: true });
    await page.setViewportSize(sizes.desktop);
    let clicks = 0;
    const click = async (what: Locator): Promise<void> => {
      await what.click();
      clicks++;
    };
    const picture = async (name: string, visible: Locator): Promise<void> => {
      await expect(visible).toBeVisible();
      await page.screenshot({ path: path.join(pictures, `${name}.png`), animations: 'disabled' });
    };
    const section = (name: string): Locator => page.getByRole('navigation').getByRole('link', { name, exact: true });

    await page.goto(`${baseUrl}/panel/sign-in`);
    await page.getByLabel('E-mail').fill(store.user.email);
    await page.getByRole('textbox', { name: 'Senha' }).fill(store.user.password);
    await click(page.getByRole('button', { name: 'Entrar' }));
    await page.waitForURL(panelUrl());
    await picture('1-home', page.getByRole('region', { name: 'Próximo passo' }));

    await click(section('Automações'));
    await click(page.getByRole('button', { name: 'Nova automação' }));
    await picture('2-goal', page.getByText('Às 10:30 · WhatsApp'));
    await click(page.getByRole('button', { name: 'Criar rascunho' }));
    const publish = page.getByRole('button', { name: 'Publicar', exact: true });
    await picture('3-editor', publish);
    await click(publish);
    const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
    await picture('4-publish', sheet.getByRole('button', { name: 'Publicar', exact: true }));
    await click(sheet.getByRole('button', { name: 'Publicar', exact: true }));
    await expect(page.getByText('Versão 1 no ar.')).toBeVisible();

    await openStep(page, /WhatsApp/);
    clicks++;
    await click(page.getByRole('button', { name: 'Enviar teste para mim' }));
    await page.getByLabel('Seu celular com DDD').fill('11 98765-4321');
    await picture('5-message', page.getByRole('button', { name: 'Enviar teste', exact: true }));
    await click(page.getByRole('button', { name: 'Enviar teste', exact: true }));
    await expect(page.getByText('Guardado na caixa de teste da loja')).toBeVisible();

    await click(page.getByRole('link', { name: 'Automações' }));
    await click(section('Caixa de teste'));
    await click(page.getByRole('button', { name: /98765-4321/ }).first());
    await picture('6-inbox', page.getByRole('group', { name: 'WhatsApp' }));
    expect(clicks).toBeLessThanOrEqual(12);
  },
);
