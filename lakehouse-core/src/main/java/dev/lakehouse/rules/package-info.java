/**
 * What a table demands of its rows, besides names and types. Internal.
 *
 * <p>{@link TableRules} is made of one version of a table and an expression context, before any
 * file is written: it refuses what it cannot keep, naming the expression. Then, batch by batch, in
 * the table's columns:
 *
 * <ul>
 *   <li>a {@link Completion} makes rows whole. {@link TableRules#inserting} is for new rows, of
 *       which some columns are given: the others get their default, identity or generated value, or
 *       null. {@link TableRules#updating} is for rows that are there already, some columns of which
 *       were assigned: the generated ones among the others are computed anew.
 *   <li>{@link TableRules#check} looks at whole rows: NOT NULL at every level, CHECK constraints
 *       and invariants, which must be TRUE, lengths of CHAR and VARCHAR.
 * </ul>
 *
 * <p>A row that breaks a rule is a {@link dev.lakehouse.error.ConstraintViolationException} with
 * column, value, rule and the row. At the end {@link TableRules#changedMetadata} has the marks of
 * the identity columns, which must be part of the same commit.
 */
@NullMarked
package dev.lakehouse.rules;

import org.jspecify.annotations.NullMarked;
