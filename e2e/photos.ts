import type { Page } from '@playwright/test';

let pictures = 0;

/** A photo file as from a camera; each is different. */
export async function photoFile(page: Page, name: string) {
  pictures += 1;
  const base64 = await page.evaluate(
    ([words, number]) => {
      const canvas = document.createElement('canvas');
      canvas.width = 1600;
      canvas.height = 1200;
      const context = canvas.getContext('2d');
      if (!context) return '';
      context.fillStyle = `hsl(${(Number(number) * 67) % 360} 40% 70%)`;
      context.fillRect(0, 0, 1600, 1200);
      context.fillStyle = '#123';
      context.font = '90px sans-serif';
      context.fillText(`${words} ${number} ${Math.random()}`, 120, 600);
      return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
    },
    [name, String(pictures)],
  );
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') };
}
