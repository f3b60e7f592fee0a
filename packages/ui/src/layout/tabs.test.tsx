// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { TabPanel } from './TabPanel.tsx';
import { Tabs } from './Tabs.tsx';

afterEach(cleanup);

function Orders() {
  const [value, setValue] = useState('open');
  const items = [
    { value: 'open', label: 'Open orders 2' },
    { value: 'holdings', label: 'Holdings' },
    { value: 'history', label: 'History' },
  ];
  return (
    <>
      <Tabs id="orders" label="Orders" value={value} items={items} onValueChange={setValue} />
      <TabPanel id="orders" value={value}>
        {value}
      </TabPanel>
    </>
  );
}

describe('Tabs', () => {
  it('shows the panel of the chosen tab, named by it', () => {
    render(<Orders />);
    fireEvent.click(screen.getByRole('tab', { name: 'History' }));
    expect(screen.getByRole('tabpanel', { name: 'History' }).textContent).toBe('history');
  });

  it('moves with the arrow keys, around the ends, and only the chosen one is in the tab order', () => {
    render(<Orders />);
    const first = screen.getByRole('tab', { name: 'Open orders 2' });
    fireEvent.keyDown(first, { key: 'ArrowLeft' });
    const last = screen.getByRole('tab', { name: 'History' });
    expect(last.getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(last);
    fireEvent.keyDown(last, { key: 'Home' });
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
  });
});
