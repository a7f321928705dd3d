// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { Later } from './Later';

const shown: string[] = [];

function Part({ name }: { name: string }) {
  useEffect(() => {
    shown.push(name);
  }, [name]);
  return <p>{name}</p>;
}

it('is on the screen after what is around it, in the room that was kept for it', () => {
  const page = (
    <main>
      <Later instead={<Part name="room" />}>
        <Part name="content" />
      </Later>
      <Part name="frame" />
    </main>
  );
  const { rerender } = render(page);
  expect(shown).toEqual(['room', 'frame', 'content']);
  expect(screen.queryByText('room')).toBeNull();

  rerender(page);
  expect(shown).toHaveLength(3);
  expect(screen.getByText('content')).toBeTruthy();
});
