import { expect, test } from 'vitest';
import { findLargeFunctions } from './function-size.ts';

const PATH = 'packages/core/src/a.ts';
const lines = (count: number) => '  go();\n'.repeat(count);

test('a function of 71 lines is reported, one of 70 is not', () => {
  expect(findLargeFunctions(PATH, `function long() {\n${lines(69)}}\n`)).toEqual([
    `${PATH}:1: long has 71 lines, more than 70`,
  ]);
  expect(findLargeFunctions(PATH, `function fits() {\n${lines(68)}}\n`)).toEqual([]);
});

test('arrow functions and methods count as well, by the name they are assigned to', () => {
  const text = `const long = () => {\n${lines(69)}};\nclass A {\n  work() {\n${lines(69)}  }\n}\n`;
  expect(findLargeFunctions(PATH, text)).toEqual([
    `${PATH}:1: long has 71 lines, more than 70`,
    `${PATH}:73: work has 71 lines, more than 70`,
  ]);
});

test('a function with seven parameters is reported, one with six is not', () => {
  expect(findLargeFunctions(PATH, 'const f = (a, b, c, d, e, f, g) => a;')).toEqual([
    `${PATH}:1: f takes 7 parameters, more than 6`,
  ]);
  expect(findLargeFunctions(PATH, 'const f = (a, b, c, d, e, f) => a;')).toEqual([]);
});

test('the length of generated functions is not limited', () => {
  expect(findLargeFunctions(PATH, `// Written by a tool.\nfunction long() {\n${lines(99)}}\n`)).toEqual([]);
});

test('the length of tests is not limited', () => {
  expect(findLargeFunctions('packages/core/src/a.test.ts', `function long() {\n${lines(99)}}\n`)).toEqual([]);
});
