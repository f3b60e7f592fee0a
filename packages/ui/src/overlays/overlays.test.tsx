// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Select } from '../forms/Select.tsx';
import { Confirm } from './Confirm.tsx';
import { preloadOverlays } from './overlay-loader.ts';
import { Sheet } from './Sheet.tsx';
import { Term } from './Term.tsx';

beforeAll(preloadOverlays);
afterEach(cleanup);

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

function Page({ dismissible = true }: { dismissible?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Withdraw
      </button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        dismissible={dismissible}
        title="Confirm withdrawal"
        closeLabel="Close"
        footer={<button type="button">Send</button>}
      >
        You receive 499.00 USDT
      </Sheet>
    </>
  );
}

function Pair({ open }: { open: 'first' | 'second' | undefined }) {
  return ['first', 'second'].map((name) => (
    <Sheet
      key={name}
      open={open === name}
      onOpenChange={() => {}}
      title={name}
      closeLabel={`Close ${name}`}
    >
      {name}
    </Sheet>
  ));
}

async function openSheet() {
  const trigger = screen.getByRole('button', { name: 'Withdraw' });
  trigger.focus();
  fireEvent.click(trigger);
  return screen.findByRole('dialog', { name: 'Confirm withdrawal' });
}

describe('Sheet', () => {
  it('is a dialog named by its title, and focus moves in', async () => {
    render(<Page />);
    const sheet = await openSheet();
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true));
  });

  it('closes with its cross and gives the focus back', async () => {
    render(<Page />);
    await openSheet();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await gone();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Withdraw' })),
    );
  });

  it('closes on Esc', async () => {
    render(<Page />);
    fireEvent.keyDown(await openSheet(), { key: 'Escape' });
    await gone();
  });

  it('closes on back, and the page stays', async () => {
    render(<Page />);
    const before = window.location.href;
    await openSheet();
    act(() => window.history.back());
    await gone();
    expect(window.location.href).toBe(before);
  });

  it('closes on back the second time too', async () => {
    render(<Page />);
    await openSheet();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
    await openSheet();
    act(() => window.history.back());
    await gone();
  });

  it('hands its entry over to one that opens as it closes', async () => {
    const { rerender } = render(<Pair open="first" />);
    await screen.findByRole('dialog', { name: 'first' });
    const length = window.history.length;
    rerender(<Pair open="second" />);
    await screen.findByRole('dialog', { name: 'second' });
    expect(window.history.length).toBe(length);
    expect(window.history.state.overlays).toHaveLength(1);
    rerender(<Pair open={undefined} />);
    await waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
  });

  it('leaves no entry behind when it closes by itself', async () => {
    render(<Page />);
    await openSheet();
    expect(window.history.state).toMatchObject({ overlays: [expect.any(String)] });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
  });

  it('stays while a request runs', async () => {
    render(<Page dismissible={false} />);
    fireEvent.keyDown(await openSheet(), { key: 'Escape' });
    expect(screen.getByRole('dialog')).toBeTruthy();
    const close = screen.getByRole<HTMLButtonElement>('button', { name: 'Close' });
    expect(close.disabled).toBe(true);
  });
});

describe('Confirm', () => {
  it('is an alert with two answers, the safe one first', async () => {
    const answers: string[] = [];
    render(
      <Confirm
        open
        onOpenChange={() => answers.push('keep')}
        title="Close all 2 positions?"
        cancelLabel="Keep"
        confirmLabel="Close all"
        variant="fall"
        onConfirm={() => answers.push('close')}
      >
        At about the index price.
      </Confirm>,
    );
    await screen.findByRole('alertdialog', { name: 'Close all 2 positions?' });
    const names = screen.getAllByRole('button').map((button) => button.textContent);
    expect(names.filter((name) => name)).toEqual(['Keep', 'Close all']);
    fireEvent.click(screen.getByRole('button', { name: 'Close all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
    expect(answers).toEqual(['close', 'keep']);
  });
});

function Network() {
  const [value, setValue] = useState<'trc' | 'erc'>('trc');
  return (
    <Select
      label="Network"
      value={value}
      onValueChange={setValue}
      closeLabel="Close"
      options={[
        { value: 'trc', label: 'Tron TRC20', detail: 'Fee 1.00 USDT' },
        { value: 'erc', label: 'Ethereum ERC20' },
      ]}
    />
  );
}

describe('Select', () => {
  it('shows its options in a sheet and takes the one that is tapped', async () => {
    render(<Network />);
    fireEvent.click(screen.getByRole('button', { name: 'Network Tron TRC20' }));
    await screen.findByRole('dialog', { name: 'Network' });
    const chosen = screen.getByRole('button', { name: /Tron TRC20 ?Fee/ });
    expect(chosen.getAttribute('aria-current')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Ethereum ERC20' }));
    await gone();
    expect(screen.getByRole('button', { name: 'Network Ethereum ERC20' })).toBeTruthy();
  });
});

describe('Term', () => {
  it('explains itself with a sentence and an example', async () => {
    render(
      <Term
        title="Margin ratio"
        sentence="At 100% the position is closed."
        example="31.975 / 405.99 = 7.88%"
        closeLabel="Close"
      >
        Margin ratio
      </Term>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Margin ratio' }));
    const sheet = await screen.findByRole('dialog', { name: 'Margin ratio' });
    expect(sheet.textContent).toContain('At 100% the position is closed.');
    expect(sheet.textContent).toContain('7.88%');
  });
});
