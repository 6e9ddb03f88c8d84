import { decimalMoney, localized } from '@retoma/commerce';
import { z } from 'zod';
import { apiUrl } from '../../../base/settings-form.ts';
import { kilogramsOf } from '../decimals.ts';
import { callJson, quoteResult } from '../json-call.ts';
import type { FreightDefinition, FreightProviderDeps, QuoteRequest } from '../provider.ts';
import { frenetForm } from './form.ts';
import { readQuote } from './parse-quote.ts';

/** A refused token is answered with 200, too, and so is a wrong CEP. */
const Refusal = z.object({ Message: z.string() });

/** Frenet: the carriers of the owner's account there (README.md). */
export const frenet: FreightDefinition = {
  label: localized('Frenet', 'Frenet'),
  environment: { FRENET_URL: apiUrl('https://api.frenet.com.br', 'API of Frenet') },
  form: frenetForm,
  whereToFind: {
    text: localized(
      'No painel da Frenet, abra Minha conta e copie o token.',
      'In Frenet’s panel, open your account and copy the token.',
    ),
    url: 'https://painel.frenet.com.br',
  },
  open,
};

function open({ callOut, settings }: FreightProviderDeps): ReturnType<FreightDefinition['open']> {
  return {
    async quote({ credentials }, _session, request, signal) {
      const response = await callJson(callOut, {
        method: 'POST',
        url: `${settings['FRENET_URL'] ?? ''}/shipping/quote`,
        headers: { token: String(credentials['token']) },
        body: requestBody(request),
        signal,
      });
      if (response.outcome !== 'answered') return response;
      const { status, body } = response;
      if (status === 401) return { outcome: 'refused', reason: 'ACCESS_TOKEN' };
      const message = Refusal.safeParse(body).data?.Message;
      const result = quoteResult(status, readQuote(body), message === undefined ? [] : [message]);
      const isMessage = message !== undefined && result.outcome === 'failed';
      return isMessage ? { outcome: 'refused', reason: 'ACCESS_TOKEN' } : result;
    },
  };
}

/** Centimetres, kilograms, and reais. */
const requestBody = ({ from, to, parcel }: QuoteRequest): object => ({
  SellerCEP: from,
  RecipientCEP: to,
  ShipmentInvoiceValue: Number(decimalMoney(parcel.value)),
  RecipientCountry: 'BR',
  ShippingServiceCode: null,
  ShippingItemArray: parcel.lines.map(({ width, height, length, weight, quantity }, index) => ({
    Height: height,
    Length: length,
    Width: width,
    Weight: kilogramsOf(weight),
    Quantity: quantity,
    SKU: String(index + 1),
    Category: '',
  })),
});
