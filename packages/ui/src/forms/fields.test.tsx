// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { finishDecimal } from '../formats/decimal.ts';
import { DecimalField } from './DecimalField.tsx';
import { Field } from './Field.tsx';
import { FigureProvider } from './figure-words.ts';
import { OtpField } from './OtpField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { StepperField } from './StepperField.tsx';

afterEach(cleanup);

const type = (input: HTMLElement, value: string) => {
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value } });
};
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('Field', () => {
  it('is named by its label and described by its hint', () => {
    render(<Field label="E-mail" hint="We write to it once" />);
    expect(box('E-mail').getAttribute('aria-describedby')).toBe(
      screen.getByText('We write to it once').id,
    );
  });

  it('announces a refusal in place of the hint', () => {
    render(<Field label="Amount" hint="Minimum 10.00" error="412.60 USDT is available." />);
    expect(screen.getByRole('alert').textContent).toBe('412.60 USDT is available.');
    expect(screen.queryByText('Minimum 10.00')).toBeNull();
    expect(box('Amount').getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps its name when the label stands inside', () => {
    render(<Field label="Total" inset="Total" trailing="USDT" />);
    expect(box('Total')).toBeTruthy();
  });
});

const WORDS = {
  mark: '.',
  unclear: (text: string) => text,
  tooLarge: (most: string) => `At most ${most}`,
} as const;

function Amount({ scale = 2 }: { scale?: number }) {
  const [value, setValue] = useState('');
  return (
    <>
      <DecimalField label="Amount" scale={scale} value={value} onValueChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe('DecimalField', () => {
  it('takes a comma for a point', () => {
    render(<Amount />);
    type(box('Amount'), '12,5');
    expect(screen.getByRole('status').textContent).toBe('12.5');
  });

  it('lets nothing in that is not a number or too fine', () => {
    render(<Amount />);
    type(box('Amount'), '12.5');
    type(box('Amount'), '12.555');
    type(box('Amount'), '12.5x');
    expect(screen.getByRole('status').textContent).toBe('12.5');
  });

  it('keeps all of it chosen when the groups go, so that typing replaces it', () => {
    render(<Amount />);
    type(box('Amount'), '64800.00');
    fireEvent.blur(box('Amount'));
    box('Amount').select();
    fireEvent.focus(box('Amount'));
    const { selectionStart, selectionEnd, value } = box('Amount');
    expect([value, selectionStart, selectionEnd]).toEqual(['64800.00', 0, 8]);
  });

  it('steps down in size until all of a figure is seen', () => {
    // Nine pixels a character at 16, as wide as jsdom's zero is narrow.
    const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get');
    width.mockImplementation(function measure(this: Element) {
      const { value = '', style } = this as HTMLInputElement;
      return (value.length * 9 * Number.parseInt(style.fontSize || '16', 10)) / 16;
    });
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100);
    render(<Amount />);
    type(box('Amount'), '1234567890');
    expect(box('Amount').style.fontSize).toBe('');
    type(box('Amount'), '123456789012');
    expect(box('Amount').style.fontSize).toBe('14px');
    type(box('Amount'), '12345678901234');
    expect(box('Amount').style.fontSize).toBe('12px');
    vi.restoreAllMocks();
  });

  it('measures a figure only when it says something else', () => {
    const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(0);
    const field = (caption: string, value: string) => (
      <StepperField
        label="Price"
        // A node of its own each time, as words with values are.
        caption={<b>{caption}</b>}
        scale={1}
        step="0.1"
        value={value}
        lessLabel="Less"
        moreLabel="More"
        onValueChange={() => undefined}
      />
    );
    const view = render(field('USDT', '1.0'));
    const first = width.mock.calls.length;
    view.rerender(field('USDT', '1.0'));
    expect(width.mock.calls.length).toBe(first);
    view.rerender(field('≈ 1 USDT', '1.0'));
    expect(width.mock.calls.length).toBeGreaterThan(first);
    vi.restoreAllMocks();
  });

  it('takes what is pasted without the words around it, rounded down to its decimals', () => {
    render(<Amount />);
    const paste = (value: string) =>
      fireEvent.input(box('Amount'), { target: { value }, inputType: 'insertFromPaste' });
    paste('$64,812.379 USDT');
    expect(screen.getByRole('status').textContent).toBe('64812.37');
    paste('1.999');
    expect(screen.getByRole('status').textContent).toBe('1.99');
    paste('no number');
    paste('-5');
    expect(screen.getByRole('status').textContent).toBe('1.99');
  });

  it('reads a comma as the app prints it, and shows it as it was typed until the finger leaves', () => {
    render(<Amount scale={8} />);
    for (const text of ['1', '1,', '1,2', '1,23', '1,234']) type(box('Amount'), text);
    expect(box('Amount').value).toBe('1,234');
    expect(screen.getByRole('status').textContent).toBe('1234');
    fireEvent.blur(box('Amount'));
    fireEvent.focus(box('Amount'));
    expect(box('Amount').value).toBe('1234');
    for (const text of ['1', '1,', '1,5']) type(box('Amount'), text);
    fireEvent.blur(box('Amount'));
    expect(box('Amount').value).toBe('1.5');
  });

  it('says a group that is not finished only once the finger has left', () => {
    render(<Amount scale={8} />);
    for (const text of ['1,234', '1,234,', '1,234,5']) type(box('Amount'), text);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.blur(box('Amount'));
    expect(screen.getByRole('alert').textContent).toBe('1,234,5');
    for (const text of ['1,234,56', '1,234,567']) type(box('Amount'), text);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('1234567');
  });

  it('says of more than there can be how much that is, while it is typed, and hands up no value', () => {
    render(
      <FigureProvider value={WORDS}>
        <Amount scale={8} />
      </FigureProvider>,
    );
    type(box('Amount'), '46116860184');
    expect(screen.queryByRole('alert')).toBeNull();
    type(box('Amount'), '461168601849');
    expect(screen.getByRole('alert').textContent).toBe('At most 46,116,860,184');
    expect(finishDecimal(screen.getByRole('status').textContent ?? '')).toBeUndefined();
    type(box('Amount'), '461168601849.5');
    expect(box('Amount').value).toBe('461168601849.5');
    fireEvent.blur(box('Amount'));
    expect(box('Amount').value).toBe('461,168,601,849.5');
    expect(screen.getByRole('alert')).toBeTruthy();
    // A digit less is a value again.
    type(box('Amount'), '46116860184');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('46116860184');
  });

  it('takes more of what is pasted for no value either', () => {
    render(
      <FigureProvider value={WORDS}>
        <Amount scale={2} />
      </FigureProvider>,
    );
    fireEvent.focus(box('Amount'));
    const value = '99,999,999,999,999,999,999.00';
    fireEvent.input(box('Amount'), { target: { value }, inputType: 'insertFromPaste' });
    expect(screen.getByRole('alert').textContent).toBe('At most 46,116,860,184,273,879');
    expect(box('Amount').value).toBe('99999999999999999999.00');
  });

  it('refuses in words what two readers would read in two ways', () => {
    const unclear = (text: string) => `What is ${text}?`;
    render(
      <FigureProvider value={{ mark: ',', unclear }}>
        <Amount scale={8} />
      </FigureProvider>,
    );
    fireEvent.focus(box('Amount'));
    const paste = (value: string) =>
      fireEvent.input(box('Amount'), { target: { value }, inputType: 'insertFromPaste' });
    paste('1.234');
    expect(screen.getByRole('alert').textContent).toBe('What is 1.234?');
    expect(finishDecimal(screen.getByRole('status').textContent ?? '')).toBeUndefined();
    paste('1.234,50');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('1234.50');
    // A key at a time: what is understood stands in the field.
    for (const text of ['1', '1,']) type(box('Amount'), text);
    expect(box('Amount').value).toBe('1.');
  });

  it('groups thousands once the finger has left', () => {
    render(<Amount />);
    type(box('Amount'), '64800.00');
    expect(box('Amount').value).toBe('64800.00');
    fireEvent.blur(box('Amount'));
    expect(box('Amount').value).toBe('64,800.00');
    expect(screen.getByRole('status').textContent).toBe('64800.00');
  });

  it('asks for the keypad with a point only where decimals are allowed', () => {
    render(<Amount scale={0} />);
    expect(box('Amount').inputMode).toBe('numeric');
  });
});

function Price({ maximum }: { maximum?: string }) {
  const [value, setValue] = useState('64800.00');
  return (
    <StepperField
      label="Price USDT"
      lessLabel="Lower price"
      moreLabel="Higher price"
      value={value}
      onValueChange={setValue}
      step="0.1"
      scale={2}
      maximum={maximum}
    />
  );
}

function FirstPrice() {
  const [value, setValue] = useState('');
  return (
    <StepperField
      label="Price USDT"
      lessLabel="Lower price"
      moreLabel="Higher price"
      value={value}
      onValueChange={setValue}
      step="1"
      firstStep="64800"
      scale={0}
    />
  );
}

describe('StepperField', () => {
  it('steps up and down', () => {
    render(<Price />);
    fireEvent.click(screen.getByRole('button', { name: 'Higher price' }));
    expect(box('Price USDT').value).toBe('64,800.1');
    fireEvent.click(screen.getByRole('button', { name: 'Lower price' }));
    fireEvent.click(screen.getByRole('button', { name: 'Lower price' }));
    expect(box('Price USDT').value).toBe('64,799.9');
  });

  it('steps down from more than there can be, and no further up', () => {
    render(
      <FigureProvider value={WORDS}>
        <Price />
      </FigureProvider>,
    );
    type(box('Price USDT'), '9'.repeat(20));
    expect(screen.getByRole('alert').textContent).toBe('At most 90,071,992,547,409');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Higher price' }).disabled).toBe(
      true,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Lower price' }));
    expect(box('Price USDT').value).toBe('99999999999999999998.9');
  });

  it('stops at its bound', () => {
    render(<Price maximum="64800" />);
    const more = screen.getByRole<HTMLButtonElement>('button', { name: 'Higher price' });
    expect(more.disabled).toBe(true);
  });

  it('can be typed into', () => {
    render(<Price />);
    type(box('Price USDT'), '65000,5');
    expect(box('Price USDT').value).toBe('65000.5');
  });

  it('begins where it is told by a button, and never by what is typed or pasted', () => {
    render(<FirstPrice />);
    const more = screen.getByRole('button', { name: 'Higher price' });
    // The first digit of 15, and one step of the buttons.
    for (const text of ['1', '15000', '']) {
      type(box('Price USDT'), text);
      expect(box('Price USDT').value).toBe(text);
      if (text !== '') type(box('Price USDT'), '');
    }
    fireEvent.click(more);
    fireEvent.blur(box('Price USDT'));
    expect(box('Price USDT').value).toBe('64,800');
    fireEvent.click(more);
    expect(box('Price USDT').value).toBe('64,801');
  });

  it('is described by its caption and named by its label', () => {
    render(
      <StepperField
        label="Lots"
        caption="0.10 BTC"
        unit="lots"
        lessLabel="Less"
        moreLabel="More"
        value="10"
        onValueChange={() => {}}
        step="1"
        scale={0}
      />,
    );
    const described = box('Lots').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('0.10 BTC');
  });
});

describe('PasswordField', () => {
  it('shows and hides what is typed', () => {
    render(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(input.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    expect(input.type).toBe('password');
  });
});

function FundPassword({ onComplete }: { onComplete: (value: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <OtpField
      label="Fund password"
      mask
      digitLabel={(index, length) => `Digit ${index} of ${length}`}
      value={value}
      onValueChange={setValue}
      onComplete={onComplete}
    />
  );
}

describe('OtpField', () => {
  it('has six masked boxes, each named, without autofill', () => {
    render(<FundPassword onComplete={() => {}} />);
    const first = screen.getByLabelText<HTMLInputElement>('Fund password', { selector: 'input' });
    expect(first.type).toBe('password');
    expect(first.autocomplete).toBe('off');
    for (const index of [2, 3, 4, 5, 6]) {
      expect(screen.getByLabelText(`Digit ${index} of 6`)).toBeTruthy();
    }
  });

  it('tells when the sixth digit is there', async () => {
    const done: string[] = [];
    render(<FundPassword onComplete={(value) => done.push(value)} />);
    const first = screen.getByLabelText('Fund password', { selector: 'input' });
    fireEvent.change(first, { target: { value: '123456' } });
    await waitFor(() => expect(done).toEqual(['123456']));
  });
});
