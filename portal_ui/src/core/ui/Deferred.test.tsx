// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { Deferred } from './Deferred';

const rendered: string[] = [];

function Part({ name }: { name: string }) {
  useEffect(() => {
    rendered.push(name);
  }, [name]);
  return <p>{name}</p>;
}

it('renders after the surrounding content', () => {
  const page = (
    <main>
      <Deferred>
        <Part name="content" />
      </Deferred>
      <Part name="frame" />
    </main>
  );
  const { rerender } = render(page);
  expect(rendered).toEqual(['frame', 'content']);

  rerender(page);
  expect(rendered).toHaveLength(2);
  expect(screen.getByText('content')).toBeTruthy();
});
