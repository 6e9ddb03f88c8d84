import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenBy, exactPhone, identitiesOf, identityIn, ownAddresses, type Identity } from './identity.ts';

describe('a phone', () => {
  test.each([
    ['(11) 98765-4321', '+5511987654321'],
    ['11 8765-4321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['011 98765 4321', '+5511987654321'],
    ['+55 11 3456-7890', '+551134567890'],
    ['(11) 93456-7890', '+5511934567890'],
    ['+1 (198) 765-4321', '+11987654321'],
    ['+351 912 345 678', '+351912345678'],
    ['(55) 98765-4321', '+5555987654321'],
  ])('[COM8] %s is %s', (written, phone) => {
    expect(exactPhone(written)).toBe(phone);
    expect(exactPhone(phone)).toBe(phone);
  });

  test.each(['123', 'fax', '1234567890123456'])('[COM8] %s is none', (written) =>
    expect(exactPhone(written)).toBeNull(),
  );
});

const ana = { email: 'ana@cliente.example', phone: '+5511934567890', document: '52998224725' };
const marina = { email: 'marina@cliente.example', phone: ana.phone, document: '11144477735' };

describe('who is chosen', () => {
  test('[COM8] a contact chooses who has one of its values and contradicts none', () => {
    const isAna = chosenBy({ email: ' ANA@cliente.example', phone: '11 93456-7890' });
    expect(isAna(ana)).toBe(true);
    expect(isAna({ ...ana, email: null })).toBe(true);
    expect(isAna({ ...ana, phone: null })).toBe(true);
    expect(isAna(marina)).toBe(false);
    expect(isAna({ ...ana, phone: '+551134567890' })).toBe(false);
    expect(chosenBy({ email: ana.email })({ ...ana, phone: '+551134567890' })).toBe(true);
    expect(chosenBy({ phone: '(11) 3456-7890' })(ana)).toBe(false);
  });

  test('[COM8] listed people are chosen one by one', () => {
    const isChosen = chosenBy({ people: [ana] });
    expect(isChosen({ ...ana, document: null })).toBe(true);
    expect([marina, { ...ana, email: null }, { ...ana, phone: null }].map(isChosen)).toEqual([false, false, false]);
  });

  const value = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: null });
  const person = fc.record({
    email: value('ana@x.example', 'marina@x.example', 'lia@x.example'),
    phone: value('+5511934567890', '+551134567890', '+5511987654321', '+11987654321'),
    document: value('52998224725', '11144477735'),
  });

  test('[COM8] no one is chosen who contradicts a value of the choice, or who has none of them', () => {
    fc.assert(
      fc.property(person, person, (chosen: Identity, other: Identity) => {
        const contact = Object.fromEntries(Object.entries(chosen).filter(([, one]) => one !== null));
        const kinds = ['email', 'phone', 'document'] as const;
        const shares = kinds.some((kind) => chosen[kind] !== null && chosen[kind] === other[kind]);
        const differs = kinds.some(
          (kind) => chosen[kind] !== null && other[kind] !== null && chosen[kind] !== other[kind],
        );
        expect(chosenBy(contact)(other)).toBe(shares && !differs);
        const isSame = chosen.email === other.email && chosen.phone === other.phone;
        const byDocument = chosen.email === null && chosen.phone === null;
        expect(chosenBy({ people: [chosen] })(other)).toBe(
          isSame && (!byDocument || chosen.document === other.document),
        );
      }),
    );
  });

  test('[COM8] the rows of a purchase that complete each other name one person, others each their own', () => {
    const parts = [{ email: ana.email }, { phone: ana.phone }, {}].map(identityIn);
    expect(identitiesOf(parts)).toEqual([{ ...ana, document: null }]);
    expect(identitiesOf([ana, marina, { ...ana, phone: null }])).toEqual([ana, marina]);
    expect(identitiesOf([identityIn({})])).toEqual([]);
  });

  test('[COM8] an address that someone else uses is not the person’s own', () => {
    const phone = { kind: 'phone', value: ana.phone };
    const email = { kind: 'email', value: ana.email };
    expect(ownAddresses({ people: [ana] }, [])).toEqual([email, phone]);
    expect(ownAddresses({ people: [ana] }, [marina])).toEqual([email]);
    expect(ownAddresses({ phone: ana.phone }, [])).toEqual([phone]);
  });
});
